// The WebSocket that every part of the page shares.

import { t } from "./i18n/index.js";
import { Socket } from "./socket.js";
import { store } from "./store.js";

export const socket = new Socket({
  onState(connection) {
    store.set({ connection });
    if (connection === "online" && store.state.message?.text === t("problem.offline")) store.set({ message: null });
  },
});
