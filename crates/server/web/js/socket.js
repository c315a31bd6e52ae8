// The WebSocket: requests with ids, their answers, cancelling, and reconnecting.

import { ApiError, apiLanguage, apiUrl } from "./api.js";

/**
 * A request in progress. `done` resolves with its last answer; `cancel` stops its work at the server.
 * @typedef {{ id: number, done: Promise<any>, cancel: () => void }} Request
 */

/** The types of answers that end a request. All others are intermediate. */
const LAST = new Set(["analysis", "view", "played", "resigned", "review", "proof", "explanation", "strategy", "error", "cancelled", "stopped", "flag", "done"]);

/** The first and the longest delay before a reconnect, in milliseconds. */
const RETRY_MIN = 250;
const RETRY_MAX = 5000;

/** `readyState` of an open socket. */
const OPEN = 1;

/** Requests that are sent again after a reconnect. */
const RENEWED = new Set(["watch", "match", "matches"]);

export class Socket {
  /**
   * @param {{ url?: URL, onState?: (state: "connecting" | "online" | "offline") => void, WebSocketClass?: typeof WebSocket }} [options]
   */
  constructor(options = {}) {
    this.url = options.url;
    this.onState = options.onState ?? (() => {});
    this.Class = options.WebSocketClass;
    /** @type {WebSocket | null} */
    this.ws = null;
    this.next = 1;
    this.retry = RETRY_MIN;
    this.closed = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Map<number, { body: any, onMessage?: (m: any) => void, resolve: (m: any) => void, reject: (e: Error) => void, sent: boolean }>} */
    this.open = new Map();
  }

  /** Connects, and stays connected until `close`. */
  connect() {
    if (this.closed || this.ws) return;
    this.onState("connecting");
    const url = this.url ?? apiUrl("ws");
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const ws = new (this.Class ?? WebSocket)(url);
    this.ws = ws;
    ws.onopen = () => {
      this.retry = RETRY_MIN;
      this.onState("online");
      for (const [id, r] of this.open) if (!r.sent) this.#send(id, r);
    };
    ws.onmessage = (event) => this.#receive(event.data);
    ws.onclose = () => this.#lost(ws);
    ws.onerror = () => {};
  }

  /** Closes for good: the server ends all requests of this socket and stops their engines. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.ws?.close();
  }

  /** Reconnects at once, without waiting for the delay. */
  hurry() {
    if (this.ws || this.closed) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /**
   * Sends a request. Progress and other intermediate answers go to `onMessage`.
   * @param {{ do: string } & Record<string, any>} body
   * @param {(message: any) => void} [onMessage]
   * @returns {Request}
   */
  request(body, onMessage) {
    const id = this.next++;
    /** @type {(m: any) => void} */ let resolve = () => {};
    /** @type {(e: Error) => void} */ let reject = () => {};
    const done = new Promise((yes, no) => { resolve = yes; reject = no; });
    // Who does not care for the end need not listen.
    done.catch(() => {});
    const r = { body, onMessage, resolve, reject, sent: false };
    this.open.set(id, r);
    if (this.ws?.readyState === OPEN) this.#send(id, r);
    return { id, done, cancel: () => this.cancel(id) };
  }

  /**
   * Stops a request. Its `done` resolves with the server's answer, or at once if nothing was sent.
   * @param {number} target
   */
  cancel(target) {
    const r = this.open.get(target);
    if (!r) return;
    if (!r.sent || this.ws?.readyState !== OPEN) {
      this.open.delete(target);
      r.resolve({ id: target, type: "cancelled", target });
      return;
    }
    this.ws.send(JSON.stringify({ id: this.next++, do: "cancel", target }));
    if (RENEWED.has(r.body.do)) {
      this.open.delete(target);
      r.resolve({ id: target, type: "cancelled", target });
    }
  }

  /** Stops whatever is worked on for a board, but for hearing of its changes. @param {string | number} board */
  leave(board) {
    for (const [id, r] of [...this.open]) if (r.body.board === board && !RENEWED.has(r.body.do)) this.cancel(id);
  }

  /** @param {number} id @param {{ body: any, sent: boolean }} r */
  #send(id, r) {
    this.ws?.send(JSON.stringify({ id, ...r.body, lang: apiLanguage() }));
    r.sent = true;
  }

  /** @param {unknown} data */
  #receive(data) {
    let message;
    try {
      message = JSON.parse(String(data));
    } catch {
      return;
    }
    // The answer to a cancel names its target.
    const id = message.type === "cancelled" && message.target !== undefined ? message.target : message.id;
    const r = this.open.get(id);
    if (!r) return;
    if (!LAST.has(message.type)) {
      r.onMessage?.(message);
      return;
    }
    this.open.delete(id);
    if (message.type === "error") r.reject(new ApiError(message.error ?? { code: "error", message: "error" }, 400));
    else r.resolve(message);
  }

  /** @param {WebSocket} ws */
  #lost(ws) {
    if (this.ws !== ws) return;
    this.ws = null;
    for (const [id, r] of [...this.open]) {
      if (RENEWED.has(r.body.do)) {
        r.sent = false;
      } else if (r.sent) {
        this.open.delete(id);
        r.reject(new ApiError({ code: "offline", message: "the connection was lost" }, 0));
      }
    }
    this.onState("offline");
    if (this.closed) return;
    this.timer = setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(this.retry * 2, RETRY_MAX);
  }
}
