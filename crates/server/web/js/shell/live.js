// Announcements for screen readers: each move and its consequences.

import { punctuated, t } from "../i18n/index.js";
import { describeMove } from "../moves.js";
import { endingOf } from "../play/ending.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";

/** Announces a text once. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

/** Announces the moves of the game. */
export function announceMoves() {
  let announced = store.state.view;
  const ends = [
    store.watch(["view"], ({ view, board }) => {
      if (!view || !board || view === announced) return;
      announced = view;
      const node = nodeOf(board, view.node);
      if (!node) return;
      const words = [describeMove(board, node)];
      if (view.captured.length > 0) words.push(t("live.captured", { n: view.captured.length }));
      if (view.flipped.length > 0) words.push(t("live.flipped", { n: view.flipped.length }));
      if (view.outcome) words.push(endingOf(board, view).how);
      announce(punctuated(words.join(". ")));
    }),
    store.watch(["message"], ({ message }) => {
      if (message) announce(message.text);
    }),
  ];
  return () => ends.forEach((end) => end());
}
