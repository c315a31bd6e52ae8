// The sample games that come with the page: games of our own engines, one of each game.

import { api, ApiError } from "../api.js";
import { t } from "../i18n/index.js";
import { say, sayProblem } from "../messages.js";
import { open } from "../session/open.js";
import { store } from "../store.js";
import { rootOf } from "../tree.js";

/** Puts the sample games into the library; those that are there already are not doubled. @returns {Promise<any[]>} the games */
export async function addSamples() {
  const response = await fetch(new URL("samples/games.sgf", document.baseURI));
  if (!response.ok) throw new ApiError({ code: "offline", message: "no answer from Tengen" }, 0);
  const answer = await api.import(await response.text(), { name: "games.sgf", format: "sgf", tags: t("samples.tag") });
  say(t("samples.done", { n: answer.count ?? answer.imported.length }));
  return [...answer.imported, ...answer.duplicates.map((d) => ({ id: d.game }))];
}

/** Opens a sample game of the kind that is played by default, at its start, for a review. */
export async function openSample() {
  try {
    const games = await addSamples();
    const kind = store.state.board?.game ?? store.state.about?.default_game;
    const chosen = games.find((g) => g.game === kind) ?? games[0];
    if (!chosen) return;
    const board = await api.board(chosen.id);
    await open(board, { paused: true, node: rootOf(board).id });
  } catch (error) {
    sayProblem(error);
  }
}
