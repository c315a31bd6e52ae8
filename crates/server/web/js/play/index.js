// The modes and keys of playing.

import { has } from "../game.js";
import { registerKeys } from "../keys.js";
import { pass } from "../session/play.js";
import { sibling, step } from "../session/steps.js";
import { setSettings } from "../settings.js";
import { store } from "../store.js";
import { autoplay } from "./autoplay.js";
import { fullScreen, mirror, rotate } from "./outlook.js";
import { hint, runEngines } from "./engine.js";
import { registerGamePanel } from "./gamepanel.js";
import { cancelScore, registerScore } from "./score.js";
import { runClocks } from "./clock.js";
import { beginSetup, endSetup, registerSetup } from "./setup.js";
import { runPondering } from "./ponder.js";
import { registerSound } from "./sound.js";
import { showNewGame } from "./newgame.js";
import { askResign, askTakeback, togglePause, watchPause } from "./toolbar.js";

/** Called once, before the page is shown. */
export function registerPlay() {
  runEngines();
  runPondering();
  runClocks();
  registerSetup();
  registerScore();
  registerSound();
  registerGamePanel();
  watchPause();
  const playing = () => store.state.mode === "play";
  registerKeys([
    { keys: "n", labelKey: "action.new", groupKey: "keys.group.game", act: () => void showNewGame() },
    { keys: "Ctrl+z Backspace", labelKey: "action.takeback", groupKey: "keys.group.game", when: playing, act: () => void askTakeback() },
    { keys: "h", labelKey: "action.hint", groupKey: "keys.group.game", when: playing, act: () => void hint() },
    { keys: "p", labelKey: "action.pass", groupKey: "keys.group.game", when: playing, act: () => void pass() },
    { keys: "Space", labelKey: "keys.pause", groupKey: "keys.group.game", when: playing, act: togglePause },
    { keys: "Shift+r", labelKey: "action.resign", groupKey: "keys.group.game", when: playing, act: () => void askResign() },
    { keys: "ArrowLeft [", labelKey: "nav.prev", groupKey: "keys.group.moves", when: playing, act: () => void step(-1) },
    { keys: "ArrowRight ]", labelKey: "nav.next", groupKey: "keys.group.moves", when: playing, act: () => void step(1) },
    { keys: "PageUp", labelKey: "keys.back10", groupKey: "keys.group.moves", when: playing, act: () => void step(-10) },
    { keys: "PageDown", labelKey: "keys.forward10", groupKey: "keys.group.moves", when: playing, act: () => void step(10) },
    { keys: "Home", labelKey: "nav.first", groupKey: "keys.group.moves", when: playing, act: () => void step(-Infinity) },
    { keys: "End", labelKey: "nav.last", groupKey: "keys.group.moves", when: playing, act: () => void step(Infinity) },
    { keys: "ArrowUp", labelKey: "keys.var-prev", groupKey: "keys.group.moves", when: playing, act: () => void sibling(-1) },
    { keys: "ArrowDown", labelKey: "keys.var-next", groupKey: "keys.group.moves", when: playing, act: () => void sibling(1) },
    { keys: "Shift+a", labelKey: "action.autoplay", groupKey: "keys.group.moves", when: playing, act: autoplay },
    { keys: "s", labelKey: "action.setup", groupKey: "keys.group.game", when: playing, act: () => void beginSetup() },
    { keys: "Shift+n", labelKey: "settings.numbers", groupKey: "keys.group.board", act: nextNumbers },
    { keys: "l", labelKey: "keys.liberties", groupKey: "keys.group.board", when: () => has(store.state.board, "liberties"), act: () => setSettings({ liberties: !store.state.settings.liberties }) },
    { keys: "c", labelKey: "settings.coordinates", groupKey: "keys.group.board", act: () => setSettings({ coordinates: !store.state.settings.coordinates }) },
    { keys: "r", labelKey: "action.rotate", groupKey: "keys.group.board", act: rotate },
    { keys: "f", labelKey: "action.mirror", groupKey: "keys.group.board", act: mirror },
    { keys: "Shift+f", labelKey: "action.fullscreen", groupKey: "keys.group.board", act: fullScreen },
    { keys: "Escape", labelKey: "", hidden: true, act: () => {
        if (store.state.mode === "setup") endSetup();
        else if (store.state.mode === "score") cancelScore();
        else if (!store.state.aimed) return false;
        store.set({ aimed: null });
        return true;
      } },
  ]);
}

/** Cycles through no numbers, the last number, all numbers. */
function nextNumbers() {
  const order = /** @type {const} */ (["off", "last", "all"]);
  setSettings({ numbers: order[(order.indexOf(store.state.settings.numbers) + 1) % order.length] });
}
