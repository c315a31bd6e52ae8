// The WebSocket with a connection that is cut, slow or verbose.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Socket } from "../../js/socket.js";

/** A line under the test's hand. */
class Line {
  static OPEN = 1;
  static lines = [];
  constructor(url) {
    this.url = url;
    this.readyState = 0;
    this.sent = [];
    Line.lines.push(this);
  }
  open() { this.readyState = 1; this.onopen(); }
  send(text) { this.sent.push(JSON.parse(text)); }
  say(message) { this.onmessage({ data: typeof message === "string" ? message : JSON.stringify(message) }); }
  close() { this.readyState = 3; this.onclose(); }
}

function fresh() {
  Line.lines = [];
  const states = [];
  const socket = new Socket({ url: new URL("http://localhost:8000/api/ws"), WebSocketClass: Line, onState: (s) => states.push(s) });
  socket.connect();
  return { socket, states, line: () => Line.lines.at(-1) };
}

test("requests wait for the connection, and progress comes before the end", async () => {
  const { socket, line } = fresh();
  const seen = [];
  const r = socket.request({ do: "analyze", board: 1, node: 0 }, (m) => seen.push(m.type));
  assert.equal(line().sent.length, 0);
  assert.equal(String(line().url), "ws://localhost:8000/api/ws");
  line().open();
  assert.deepEqual(line().sent, [{ id: r.id, do: "analyze", board: 1, node: 0, lang: "en" }]);
  line().say({ id: r.id, type: "progress" });
  line().say("not json");
  line().say({ id: 999, type: "analysis" });
  line().say({ id: r.id, type: "analysis", analysis: { depth: 3 } });
  assert.deepEqual((await r.done).analysis, { depth: 3 });
  assert.deepEqual(seen, ["progress"]);
  socket.close();
});

test("cancelling reaches the server, and settles", async () => {
  const { socket, line } = fresh();
  line().open();
  const r = socket.request({ do: "play", board: 1, node: 0 });
  r.cancel();
  assert.deepEqual(line().sent.at(-1), { id: r.id + 1, do: "cancel", target: r.id });
  line().say({ id: r.id + 1, type: "cancelled", target: r.id });
  assert.equal((await r.done).type, "cancelled");
  r.cancel();
  assert.equal(line().sent.length, 2, "what has ended is not cancelled again");
  socket.close();
});

test("a cut connection fails open requests and renews those that watch", async () => {
  const { socket, states, line } = fresh();
  line().open();
  const seen = [];
  const watch = socket.request({ do: "watch", board: 1 }, (m) => seen.push(m.revision));
  const work = socket.request({ do: "analyze", board: 1, node: 0 });
  line().close();
  await assert.rejects(work.done, (e) => e.offline);
  await new Promise((r) => setTimeout(r, 400));
  assert.equal(Line.lines.length, 2, "it comes back by itself");
  line().open();
  assert.deepEqual(line().sent, [{ id: watch.id, do: "watch", board: 1, lang: "en" }]);
  line().say({ id: watch.id, type: "changed", revision: 7 });
  assert.deepEqual(seen, [7]);
  assert.deepEqual(states, ["connecting", "online", "offline", "connecting", "online"]);
  socket.close();
});

test("errors have the server's message", async () => {
  const { socket, line } = fresh();
  line().open();
  const r = socket.request({ do: "solve" });
  line().say({ id: r.id, type: "error", error: { code: "bad-field", message: "no such kind", expected: "vcf" } });
  await assert.rejects(r.done, /no such kind — vcf/);
  socket.close();
});
