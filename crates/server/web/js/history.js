// The browser's history: an entry for what is open, and one more on top while a dialog is open, so that Back closes the
// dialog and nothing else.

/** What closes the open dialogs, the newest last. @type {(() => void)[]} */
const dialogs = [];
/** Whether the current entry is that of the dialogs. A reload keeps it, but not the dialog. */
let above = !!globalThis.history?.state?.dialog;
/** Resolves once the entry of the dialogs is left. @type {Promise<void> | null} */
let leaving = null;
/** Resolves `leaving`. */
let left = () => {};

/** What the current entry keeps. */
export function entryState() {
  const { dialog: _, ...kept } = history.state ?? {};
  return kept;
}

/**
 * Gives what is open its entry.
 * @param {string} hash its address from `#` on; empty without a game
 * @param {boolean} push whether as an entry of its own
 * @param {unknown} state what the entry keeps
 */
export function setEntry(hash, push, state) {
  const own = push && location.hash !== hash;
  // Back has led to the entry of a dialog, and the dialog is open again over what the entry shows.
  if (above && dialogs.length > 0 && location.hash === hash) return;
  if (above && !own) leave();
  if (leaving) {
    void leaving.then(() => setEntry(hash, push, state));
    return;
  }
  // An entry of its own takes the place of the dialog's, unless Back is to lead to the dialog.
  if (own && (!above || history.state?.returns)) history.pushState(state, "", hash);
  else history.replaceState(state, "", hash || location.pathname + location.search);
  above = false;
}

/** Lets Back close a dialog that opens. @param {() => void} close @returns {() => void} to be called when it is closed */
export function enterDialog(close) {
  dialogs.push(close);
  cover();
  return () => {
    if (dialogs.includes(close)) dialogs.splice(dialogs.indexOf(close), 1);
    // A dialog that follows at once keeps the entry.
    setTimeout(() => {
      if (dialogs.length === 0 && above) leave();
    });
  };
}

/** Opens a dialog again that Back leads to. @type {(what: any) => void} */
let reopen = () => {};

/** Sets what opens a dialog again. @param {(what: any) => void} act gets what `keepDialog` was given */
export function onReturn(act) {
  reopen = act;
}

/** Keeps the entry of the open dialog, from which something is opened: Back leads to the dialog. @param {Record<string, any>} returns */
export function keepDialog(returns) {
  if (above) history.replaceState({ ...history.state, returns }, "");
}

/** Makes the entry of the dialogs. */
function cover() {
  if (leaving) void leaving.then(cover);
  else if (dialogs.length > 0 && !above) {
    history.pushState({ ...entryState(), dialog: true }, "");
    above = true;
  }
}

/** Leaves the entry of the dialogs. */
function leave() {
  if (leaving) return;
  leaving = new Promise((resolve) => { left = resolve; });
  history.back();
}

globalThis.addEventListener?.("popstate", ({ state }) => {
  above = !!state?.dialog;
  if (leaving) {
    leaving = null;
    left();
  } else if (!above) {
    dialogs.pop()?.();
    cover();
  } else if (dialogs.length === 0) {
    // Only a dialog whose entry is kept opens again.
    if (state.returns) reopen(state.returns);
    else leave();
  }
});
