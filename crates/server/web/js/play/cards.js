// The cards of the new-game dialog: one for each game, and for each rule set that is a game of its own.

import { has } from "../game.js";
import { pick } from "../i18n/index.js";
import { capital, gameTitle } from "../moves.js";

/** @import { Feature, GameInfo, RuleSet } from "../types.js" */

/** Features that make a rule set a game of its own, where the usual rules of its family lack them. @type {Feature[]} */
const OWN = ["forbidden", "gravity"];

/** @typedef {{ id: string, game: GameInfo, rules: RuleSet | null, title: string }} Card `rules`: of a rule set that has its own card */

/** Whether a rule set has a card of its own. @param {GameInfo} game @param {RuleSet} rules */
export const hasCard = (game, rules) => rules !== game.rules[0] && OWN.some((feature) => has(rules, feature) && !has(game.rules[0], feature));

/** A name without its remark in brackets. @param {string} name */
const short = (name) => name.replace(/\s*[（(].*[)）]\s*/, "");

/** The cards, in the order of the games. @param {readonly GameInfo[]} games @returns {Card[]} */
export function cardsOf(games) {
  return games.flatMap((game) => {
    const own = game.rules.filter((rules) => hasCard(game, rules));
    // A family without a name of its own is called as its first rule set.
    const title = game.named_by_rules && own.length > 0 ? capital(short(pick(game.rules[0].known_as ?? game.rules[0].name))) : gameTitle(game);
    return [{ id: game.kind, game, rules: null, title },
      ...own.map((rules) => ({ id: `${game.kind}-${rules.id}`, game, rules, title: capital(short(pick(rules.known_as ?? rules.name))) }))];
  });
}

/** The card that shows the chosen rules. @param {readonly Card[]} cards @param {GameInfo} game @param {RuleSet | undefined} rules */
export const cardOf = (cards, game, rules) => cards.find((card) => card.game === game && card.rules !== null && card.rules === rules) ?? cards.find((card) => card.game === game && card.rules === null);
