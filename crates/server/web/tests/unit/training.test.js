// Training: rating, streak, days, and cards that come back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, BREAKS, difficultyOf, dueCards, missed, noTraining, rated, readTraining } from "../../js/study/training-model.js";

const NOW = new Date(2026, 10, 23, 12).getTime();
const DAY = 86_400_000;

test("the rating follows the results, and the streak ends with a miss", () => {
  let training = noTraining();
  for (let i = 0; i < 3; i += 1) training = rated(training, 1200, 1, NOW);
  assert.ok(training.rating > 1240 && training.rating < 1260);
  assert.deepEqual([training.streak, training.best, training.days], [3, 3, 1]);
  const lost = rated(training, 1200, 0, NOW + DAY);
  assert.ok(lost.rating < training.rating);
  assert.deepEqual([lost.streak, lost.best, lost.days, lost.count], [0, 3, 2, 4]);
  assert.equal(rated(lost, 1200, 1, NOW + 4 * DAY).days, 1, "a day was left out");
  assert.ok(difficultyOf(9) > difficultyOf(1) && difficultyOf(500) === 2400);
});

test("what was missed comes back after longer and longer breaks, until it is learnt", () => {
  const card = { key: "suite/3", puzzle: { suite: "suite", n: 3, count: 10 } };
  let training = missed(noTraining(), card, NOW);
  assert.deepEqual(dueCards(training, NOW), []);
  let now = NOW;
  for (const [i, pause] of BREAKS.entries()) {
    now += pause;
    assert.equal(dueCards(training, now).length, 1, `break ${i}`);
    assert.equal(dueCards(training, now - 1).length, 0);
    training = answered(training, card.key, true, now);
  }
  assert.deepEqual(training.cards, []);
  training = answered(missed(training, card, now), card.key, true, now);
  training = answered(training, card.key, false, now);
  assert.equal(training.cards[0].box, 0, "a wrong answer starts over");
});

test("damaged training is repaired", () => {
  assert.deepEqual(readTraining("x"), noTraining());
  const read = readTraining({ rating: "high", streak: 4, day: "yesterday", cards: [null, { key: "a", box: 99, due: 1, puzzle: { suite: "s" } }, { key: "b", box: 1, due: 5, puzzle: { suite: "s", n: 1, count: 2 } }] });
  assert.deepEqual([read.rating, read.streak, read.day, read.cards.map((c) => c.key)], [1200, 4, "", ["b"]]);
});
