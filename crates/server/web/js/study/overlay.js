// Fetches the facts of the position shown while one of their toggles is on.

import { api } from "../api.js";
import { sayProblem } from "../messages.js";
import { store } from "../store.js";
import { togglesFor } from "./facts.js";
import { choose, study } from "./state.js";

/** @type {AbortController | null} */
let loading = null;
/** @type {string} what is loaded or being loaded */
let asked = "";

/** Whether any toggle of the current game is on. */
function factsWanted() {
  const { board } = store.state;
  const { facts } = study().choices;
  return !!board && togglesFor(board).some((k) => facts[k]);
}

function look() {
  const { board, node, view, mode } = store.state;
  if (!board || node === null || view?.node !== node || !factsWanted() || !study().shown || mode === "guess" || mode === "puzzle") return;
  const key = `${board.id}/${node}`;
  if (key === asked && (loading || store.state.overlay?.node === node)) return;
  loading?.abort();
  const own = (loading = new AbortController());
  asked = key;
  // Only a position that is shown for a moment is requested.
  setTimeout(async () => {
    if (own.signal.aborted) return;
    try {
      const facts = await api.overlay(board.id, node, own.signal);
      if (!own.signal.aborted && store.state.node === node) store.set({ overlay: { node, facts } });
    } catch (error) {
      if (!own.signal.aborted) sayProblem(error);
    } finally {
      if (loading === own) loading = null;
    }
  }, 40);
}

/** Watches the state while the page is open. */
export function runOverlay() {
  store.watch(["board", "node", "view", "study", "overlay", "mode"], look);
}

/** Turns one kind of fact on or off. @param {string} kind @param {boolean} [on] */
export function toggleFact(kind, on = !study().choices.facts[kind]) {
  chooseFacts({ [kind]: on });
}

/** @param {Record<string, boolean>} facts that are turned on or off */
function chooseFacts(facts) {
  choose({ facts: { ...study().choices.facts, ...facts } });
  // The names of the points change with them.
  const { overlay } = store.state;
  if (overlay) store.set({ overlay: { ...overlay } });
}

/** Turns all facts of the current game on or off. */
export function toggleFacts() {
  const { board } = store.state;
  if (!board) return;
  const kinds = togglesFor(board);
  const on = !factsWanted();
  chooseFacts(Object.fromEntries(kinds.map((k) => [k, on])));
}
