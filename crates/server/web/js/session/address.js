// The address of what is open, and its entry in the browser's history.

import { entryState, setEntry } from "../history.js";
import { store } from "../store.js";

/** @import { Board } from "../types.js" */

/** The address of what is open, from `#` on; empty without a game. */
let address = "";

/** Whether the address is that of what is open. */
export const isHere = () => location.hash === address;

/**
 * Gives what is open its address.
 * @param {string} hash @param {boolean} push whether as an entry of its own in the browser's history @param {unknown} [state] what the entry keeps
 */
export function setAddress(hash, push, state = null) {
  address = hash;
  setEntry(hash, push, state);
}

/** @param {Board} board */
export const addressOf = (board) => `#g=${encodeURIComponent(String(board.id))}`;

/** The address that cannot be opened becomes that of what is on the board. */
export function keepAddress() {
  setAddress(store.state.board ? address : "", false, entryState());
}
