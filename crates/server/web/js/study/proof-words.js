// What the results of proofs are called.

import { t } from "../i18n/index.js";
import { colorName } from "../moves.js";
import { chainWords, isAboutChains } from "./proof-chains.js";
import { compact, duration, signed } from "./score.js";

/** @import { Board, Color } from "../types.js" */

/** The value of a reply for the proving side, short enough for a mark or a row. @param {import("./proof-model.js").Value} value */
export function valueWords({ result, plies, margin }) {
  if (typeof margin === "number") return signed(margin);
  if (result === "draw") return "=";
  return t(`study.score.${result === "win" ? "win" : "loss"}-short`, { n: plies ?? "" });
}

/**
 * The result of a search for a proof, and its cost.
 * @param {Board} board
 * @param {any} answer
 * @param {Color} side to move, where the server does not say
 */
export function resultWords(board, answer, side) {
  const color = colorName(board, answer.side ?? side);
  const effort = [answer.nodes_searched > 0 ? t("study.strategy.positions", { n: compact(answer.nodes_searched) }) : "", typeof answer.time_ms === "number" ? duration(answer.time_ms) : ""].filter((x) => x).join(" · ");
  const what = isAboutChains(answer.kind) ? chainWords(board, answer) : typeof answer.margin === "number" ? t("study.proof.margin", { color, n: signed(answer.margin) })
    : answer.result === "win" ? t("study.proof.win", { color, n: answer.plies ?? "?" })
      : answer.result === "loss" ? t("study.proof.loss", { color, n: answer.plies ?? "?" })
        : answer.result === "draw" ? t("study.proof.draw")
          : answer.result === "none" ? t("study.proof.none", { color, kind: t(`study.proof.kind.${answer.kind}`) })
            : t(answer.kind === "strategy" ? "study.strategy.late" : "study.proof.unknown", { color });
  return effort ? `${what} (${effort})` : what;
}
