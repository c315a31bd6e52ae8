'use strict';
// Steps through the positions. Without this script the page shows one of them and everything else.
(() => {
  const NS = 'http://www.w3.org/2000/svg';
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($('data').textContent);
  const last = data.moments.length - 1;
  const boards = [];
  let cells = [];
  for (const moment of data.moments) {
    cells = cells.slice();
    for (let i = 0; i < moment.c.length; i += 2) cells[moment.c[i]] = moment.c[i + 1];
    boards.push(cells);
  }
  const faults = data.moments.flatMap((m, i) => (m.v ? [i] : []));
  const xy = (p) => [data.left + 40 * (p % data.cols), data.top + 40 * Math.floor(p / data.cols)];
  const add = (parent, name, attributes, text) => {
    const element = document.createElementNS(NS, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
  };
  const stone = (parent, id, p, more) => {
    const [x, y] = xy(p);
    add(parent, 'use', { href: '#stone-' + id, x, y, ...more });
  };
  const colors = ['', 'black', 'white'];
  let at = -1;
  let lines = false;

  function draw() {
    const moment = data.moments[at];
    const board = boards[at];
    const stones = $('stones');
    const signs = $('signs');
    stones.replaceChildren();
    signs.replaceChildren();
    board.forEach((c, p) => { if (c) stone(stones, 'shadow', p); });
    board.forEach((c, p) => { if (c) stone(stones, colors[c], p); });
    for (const p of moment.w) {
      const [cx, cy] = xy(p);
      add(signs, 'circle', { cx, cy, r: 18, class: 'won' });
    }
    if (moment.l !== null && board[moment.l]) {
      const [cx, cy] = xy(moment.l);
      if (data.paper) add(signs, 'circle', { cx, cy, r: 17.6, class: 'ring' });
      else add(signs, 'circle', { cx, cy, r: 5.4, class: 'last' });
      if (moment.v) {
        add(signs, 'circle', { cx: cx + 13, cy: cy - 13, r: 9.5, class: 'badge v-' + moment.v[0] });
        add(signs, 'text', { x: cx + 13, y: cy - 9, class: 'mark' }, moment.v[1]);
      }
    }
    if (lines) {
      for (const [p, c, n] of moment.b) {
        const [x, y] = xy(p);
        stone(signs, colors[c], p, { opacity: 0.62 });
        add(signs, 'text', { x, y: y + 5, class: 'number ' + colors[c] }, String(n));
      }
    }
    $('title').textContent = moment.t;
    $('detail').textContent = moment.d;
    $('at').value = at;
    $('cursor').setAttribute('d', 'M' + at * 10 + ' 0V200');
    const line = $('line');
    line.setAttribute('aria-pressed', lines);
    for (const [id, off] of [['prev', at === 0], ['next', at === last],
      ['prev-fault', !faults.some((f) => f < at)], ['next-fault', !faults.some((f) => f > at)]]) $(id).disabled = off;
  }

  function go(to, remember) {
    to = Math.max(0, Math.min(last, to));
    if (to === at) return;
    const old = $('move-' + at);
    if (old) old.classList.remove('now');
    at = to;
    const now = $('move-' + at);
    if (now) now.classList.add('now');
    draw();
    if (remember !== false) history.replaceState(null, '', '#move-' + at);
  }
  const fault = (by) => {
    const to = by > 0 ? faults.find((f) => f > at) : faults.findLast((f) => f < at);
    if (to !== undefined) go(to);
  };
  const toggle = () => { lines = !lines; draw(); };
  const hashed = () => {
    const found = /^#move-(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : null;
  };

  $('bar').hidden = false;
  $('prev').addEventListener('click', () => go(at - 1));
  $('next').addEventListener('click', () => go(at + 1));
  $('prev-fault').addEventListener('click', () => fault(-1));
  $('next-fault').addEventListener('click', () => fault(1));
  $('line').addEventListener('click', toggle);
  $('at').addEventListener('input', (event) => go(Number(event.target.value)));
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#move-"]');
    if (!link) return;
    event.preventDefault();
    go(Number((link.getAttribute('href') || '').slice(6)));
    const box = $('stones').ownerSVGElement.getBoundingClientRect();
    if (box.bottom < 80 || box.top > innerHeight - 80) {
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      $('stones').ownerSVGElement.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
    }
  });
  addEventListener('hashchange', () => { const to = hashed(); if (to !== null) go(to, false); });
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.id === 'at') return;
    const keys = {
      ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), ArrowUp: () => fault(-1), ArrowDown: () => fault(1),
      Home: () => go(0), End: () => go(last), PageUp: () => go(at - 10), PageDown: () => go(at + 10), b: toggle,
    };
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  let touch = null;
  const view = $('stones').ownerSVGElement;
  view.addEventListener('touchstart', (event) => { touch = event.touches.length === 1 ? event.touches[0].clientX : null; }, { passive: true });
  view.addEventListener('touchend', (event) => {
    if (touch === null) return;
    const by = event.changedTouches[0].clientX - touch;
    if (Math.abs(by) > 40) go(at + (by < 0 ? 1 : -1));
    touch = null;
  });
  go(hashed() ?? data.opens, false);
})();
