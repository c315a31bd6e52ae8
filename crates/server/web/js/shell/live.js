// What a screen reader hears: each move as it is made, and what follows from it.

import { t } from "../i18n/index.js";
import { outcomeWords, tellMove } from "../moves.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";

/** Says something once. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

/** Follows the game in words. */
export function announceMoves() {
  let told = store.state.view;
  const ends = [
    store.watch(["view"], ({ view, board }) => {
      if (!view || !board || view === told) return;
      told = view;
      const node = nodeOf(board, view.node);
      if (!node) return;
      const words = [tellMove(board, node)];
      if (view.captured.length > 0) words.push(t("live.captured", { n: view.captured.length }));
      if (view.flipped.length > 0) words.push(t("live.flipped", { n: view.flipped.length }));
      if (view.outcome) words.push(outcomeWords(board, view.outcome));
      announce(words.join(". "));
    }),
    store.watch(["message"], ({ message }) => {
      if (message) announce(message.text);
    }),
  ];
  return () => ends.forEach((end) => end());
}
