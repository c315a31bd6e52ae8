// Who is expected to own each point, as the engine reports it: a small square, the larger the surer.

import { s } from "../dom.js";
import { has } from "../game.js";
import { registerLayer } from "../panels.js";
import { store } from "../store.js";
import { t } from "../i18n/index.js";
import { stoneAt } from "../board/points.js";
import { toggleLive } from "./live.js";
import { inPercent } from "./score.js";
import { analysisHere, choose, study } from "./state.js";

/** @import { GameTraits } from "../types.js" */

/** Below this nobody owns a point. */
const LEAST = 0.12;

/** Whether a game has owners of points. @param {GameTraits | null | undefined} game */
export const hasOwners = (game) => has(game, "territory");

/** Whether the owners are shown, or will be with the engine's next report. */
export const ownersOn = () => study().choices.owners && (study().on || (analysisHere()?.ownership?.length ?? 0) > 0);

/** Shows or hides the owners. Only an analysis knows them: without one it is started. */
export function toggleOwners() {
  const on = !ownersOn();
  choose({ owners: on });
  if (on && !ownersOn()) toggleLive(true);
}

/** Whether stones have their liberties on them. @param {GameTraits} game */
const numbered = (game) => has(game, "liberties") && (!!study().choices.facts.liberties || store.state.settings.liberties);

/** Registers the layer. Called once. */
export function registerOwnership() {
  registerLayer({
    id: "study-owners",
    order: 22,
    watch: ["study", "mode", "panel", "settings"],
    draw(layer, view, { geometry: g, state }) {
      const owners = shown();
      if (!owners || !state.board) return;
      for (let row = 0; row < g.rows; row += 1) {
        for (let col = 0; col < g.cols; col += 1) {
          const x = owners[row]?.[col] ?? 0;
          const on = stoneAt(view, [row, col]);
          const color = x > 0 ? "black" : "white";
          // A stone of its owner needs no sign.
          if (Math.abs(x) < LEAST || on === color) continue;
          const at = g.xy([row, col]);
          // Beside the number of liberties, the square of a stone is at its edge.
          const aside = on && numbered(state.board) ? g.r * 0.55 : 0;
          const half = (8 + 14 * Math.min(1, Math.abs(x))) * (aside > 0 ? 0.6 : 1);
          layer.append(s("rect", { class: `owner ${color}`, x: at.x + aside - half, y: at.y - aside - half, width: half * 2, height: half * 2, rx: 4, opacity: (0.35 + 0.6 * Math.abs(x)).toFixed(2) }));
        }
      }
    },
    describe([row, col]) {
      const x = shown()?.[row]?.[col] ?? 0;
      return Math.abs(x) < LEAST ? null : t(x > 0 ? "study.owner.black" : "study.owner.white", { n: inPercent(Math.abs(x)) });
    },
  });
}

/** The owners to show now, or none. */
function shown() {
  const { board, mode, pending } = store.state;
  if (!hasOwners(board) || !study().shown || !study().choices.owners || pending || mode === "guess" || mode === "puzzle" || mode === "score") return null;
  const { ownership } = analysisHere() ?? {};
  return Array.isArray(ownership) && ownership.length > 0 ? ownership : null;
}
