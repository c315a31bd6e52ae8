// What a game has. The page asks for features, units and proofs, and never for a game's name.

/** @import { About, Board, GameInfo, GameTraits } from "./types.js" */

/** The row of a game in the table of `/api/about`. @param {About | null | undefined} about @param {Pick<Board, "game"> | null | undefined} board @returns {GameInfo | undefined} */
export const infoOf = (about, board) => about?.games.find((g) => g.kind === board?.game);

/** Whether a game, or one rule set of it, has a feature. @param {GameTraits | null | undefined} game @param {import("./types.js").Feature} feature */
export const has = (game, feature) => !!game?.features?.includes(feature);

/** Whether the estimates of a game have a unit that people know: discs, points. @param {GameTraits | null | undefined} game */
export const hasUnit = (game) => (game?.unit ?? "none") !== "none";

/** Whether a move changes stones that are on the board already. @param {GameTraits | null | undefined} game */
export const changesStones = (game) => has(game, "captures") || has(game, "flips");
