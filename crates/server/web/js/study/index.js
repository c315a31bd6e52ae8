// The study part of the page: registers its panels, layers and keys.

import { ICONS } from "../dom.js";
import { registerKeys } from "../keys.js";
import { registerPanel } from "../panels.js";
import { store } from "../store.js";
import { mountAnalysis, playCandidate } from "./analysis-panel.js";
import { registerArrows } from "./arrows.js";
import { candidatesHere } from "./candidates.js";
import { evalBar } from "./evalbar.js";
import { togglesFor } from "./facts.js";
import { askWhy } from "./explain.js";
import { stepFault } from "./graph.js";
import { registerGuess } from "./guess-panel.js";
import { registerLayers } from "./layers.js";
import { hideLine, runLines, showRank } from "./lines.js";
import { runLive, toggleLive } from "./live.js";
import { hasOwners, registerOwnership, toggleOwners } from "./ownership.js";
import { runOverlay, toggleFact, toggleFacts } from "./overlay.js";
import { registerPens } from "./pens.js";
import { registerChains } from "./proof-chains.js";
import { registerProofLayer, stepProof } from "./proof-layer.js";
import { mountProof } from "./proof-panel.js";
import { runPlayed } from "./played.js";
import { registerPuzzles } from "./puzzles.js";
import { mountReview } from "./review-panel.js";
import { rememberPaths, setStudy, study } from "./state.js";
import { runSweep } from "./sweep.js";
import { registerTraining } from "./training.js";
import { mountTrain } from "./train-panel.js";
import { mountTree, promote } from "./tree-panel.js";
import { runTrial } from "./trial.js";

Object.assign(ICONS, {
  dot: "M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  target: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 1v3M12 20v3M1 12h3M20 12h3",
  stop: "M7 7h10v10H7z",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  again: "M4 12a8 8 0 1 1 2.5 5.8M4 19v-5h5",
  chart: "M3 20h18M4 16l5-6 4 3 7-9",
  branch: "M5 5h14M9 5c0 6 3 7 6 7h4M12 10c0 5 2 8 7 9",
  proof: "M4 5h6M4 12h3l3-5M7 12l3 5M14 5h6M14 12h6M14 19h6",
  puzzle: "M4 8h4a2.2 2.2 0 1 1 4 0h4v4a2.2 2.2 0 1 0 0 4v4H4z",
  up: "M12 20V5M6 11l6-6 6 6",
  cut: "M6 4l12 12M18 4L6 16M6 16a2.5 2.5 0 1 0 .1 0M18 16a2.5 2.5 0 1 0 .1 0",
  erase: "M8 19h12M5 15l9-10 6 5-8 9H8z",
  books: "M5 4v16M9 4v16M13 4l5 15.5M3 20h18",
  tag: "M4 4h8l8 8-8 8-8-8zM8.5 8.5h.1",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21",
  "mark-triangle": "M12 5l8 14H4z",
  "mark-square": "M5 5h14v14H5z",
  "mark-circle": "M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15z",
  "mark-cross": "M6 6l12 12M18 6L6 18",
});

/** Panels that show the evaluation bar beside the board. */
const WITH_BAR = new Set(["analysis", "review"]);

/** Pixels between the bar and the board. */
const GAP = 10;

/** Shows the evaluation bar beside the board while one of its panels is open or the engine is on. */
function runBar() {
  /** @type {{ el: HTMLElement, end: () => void } | null} */
  let bar = null;
  // If there is space beside the board, the bar floats, so that the board does not move when it appears.
  const place = () => {
    const slot = document.getElementById("beside-board");
    const board = document.getElementById("board");
    const area = slot?.parentElement;
    if (!bar || !slot || !board || !area) return;
    const floating = slot.classList.contains("floating");
    const room = board.getBoundingClientRect().left - area.getBoundingClientRect().left;
    const need = bar.el.offsetWidth + GAP;
    slot.classList.toggle("floating", room >= need + (floating ? 0 : need / 2));
    bar.el.style.transform = slot.classList.contains("floating") ? `translateX(${Math.max(0, room - need)}px)` : "";
  };
  const observer = new ResizeObserver(place);
  const look = () => {
    const slot = document.getElementById("beside-board");
    const wanted = !!store.state.board && (WITH_BAR.has(store.state.panel) || study().on);
    if (bar && (!wanted || !slot || bar.el.parentElement !== slot)) {
      bar.end();
      bar.el.remove();
      bar = null;
      observer.disconnect();
    }
    if (!bar && wanted && slot) {
      bar = evalBar({ upright: true });
      slot.classList.add("floating");
      slot.append(bar.el);
      for (const id of ["board", "beside-board"]) {
        const el = document.getElementById(id);
        if (el) observer.observe(el);
      }
      place();
    }
  };
  store.watch(["panel", "board", "study", "settings", "view"], look);
}

const has = () => !!store.state.board;

/** The key of the chip with a number, from 1, of the game shown; the list of shortcuts names what it shows. @param {number} n @returns {import("../keys.js").Shortcut} */
function chipKey(n) {
  const chip = () => [...(hasOwners(store.state.board) ? [null] : []), ...togglesFor(store.state.board)][n - 1];
  return {
    groupKey: "keys.group.study", keys: `Alt+${n}`,
    get labelKey() {
      const kind = chip();
      return kind === undefined ? "" : kind === null ? "study.owners" : `study.facts.${kind}`;
    },
    get hidden() { return chip() === undefined; },
    when: has,
    act() {
      const kind = chip();
      if (kind === undefined) return false;
      if (kind === null) toggleOwners();
      else toggleFact(kind);
      return true;
    },
  };
}

/** Called once, before the page is shown. */
export function registerStudy() {
  rememberPaths();
  registerLayers();
  registerOwnership();
  registerProofLayer();
  registerChains();
  registerGuess();
  registerPuzzles();
  registerPens();
  registerArrows();
  registerTraining();
  runLive();
  runSweep();
  runLines();
  runPlayed();
  runTrial();
  runOverlay();
  runBar();

  registerPanel({ id: "analysis", titleKey: "study.panel.analysis", icon: "target", order: 20, mount: mountAnalysis });
  registerPanel({ id: "review", titleKey: "end.review", icon: "chart", order: 30, mount: mountReview });
  registerPanel({ id: "tree", titleKey: "study.panel.tree", icon: "branch", order: 40, mount: mountTree });
  registerPanel({ id: "proof", titleKey: "study.panel.proof", icon: "proof", order: 50, mount: mountProof });
  registerPanel({ id: "train", titleKey: "study.panel.train", icon: "puzzle", order: 60, mount: mountTrain });

  const group = { groupKey: "keys.group.study" };
  registerKeys([
    { ...group, keys: "e", labelKey: "study.key.analyse", when: has, act: () => { if (!study().on && !WITH_BAR.has(store.state.panel)) store.set({ panel: "analysis" }); toggleLive(); } },
    { ...group, keys: "x", labelKey: "study.key.hide", when: has, act: () => setStudy({ shown: !study().shown }) },
    { ...group, keys: "w", labelKey: "study.why", when: has, act: () => { if (!askWhy()) { store.set({ panel: "analysis" }); store.flush(); askWhy(); } } },
    { ...group, keys: "v", labelKey: "study.key.facts", when: has, act: toggleFacts },
    ...[1, 2, 3, 4, 5].map(chipKey),
    { ...group, keys: "1 2 3 4 5", labelKey: "study.key.line", when: () => has() && study().on, act: () => false },
    ...[1, 2, 3, 4, 5].map((n) => ({ keys: String(n), labelKey: "", hidden: true, when: has, act: () => showRank(n) })),
    { ...group, keys: "Shift+Space", labelKey: "study.key.best", when: has, act: () => { const c = candidatesHere()[0]; if (!c) return false; playCandidate(c); return undefined; } },
    { ...group, keys: "m", labelKey: "study.trial.next", when: has, act: () => stepFault(1) },
    { ...group, keys: "Shift+m", labelKey: "study.key.last-mistake", when: has, act: () => stepFault(-1) },
    { ...group, keys: "Alt+ArrowUp", labelKey: "study.key.promote", when: has, act: () => void promote() },
    { ...group, keys: "Alt+ArrowRight", labelKey: "study.key.proof-next", when: has, act: () => stepProof(1) },
    { ...group, keys: "Alt+ArrowLeft", labelKey: "study.key.proof-prev", when: has, act: () => stepProof(-1) },
    // In an open proof the keys of the game's moves step, too.
    { keys: "ArrowRight", labelKey: "", hidden: true, act: () => stepProof(1) },
    { keys: "ArrowLeft", labelKey: "", hidden: true, act: () => stepProof(-1) },
    { keys: "Escape", labelKey: "", hidden: true, when: () => !!study().focus || !!study().pen, act: () => { hideLine(); setStudy({ pen: null }); } },
  ]);
}
