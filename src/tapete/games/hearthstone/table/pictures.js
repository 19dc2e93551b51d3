// Pictures of the game's own pieces beside words: an open hand, and the rules in short (160 by 100 each).

import { group } from "/page/kit.js";
import {
  attackGem,
  bubble,
  crystal,
  durabilityGem,
  healthGem,
  heroArch,
  manaGem,
  minionOval,
  nobody,
  pile,
  powerHex,
  tauntShield,
  weaponDisc,
  windowFrame,
} from "./art.js";

const at = (x, y, scale, ...nodes) => group({ transform: `translate(${x} ${y}) scale(${scale})` }, ...nodes);

function numbersOf(facts, buff) {
  if (facts?.kind === "minion")
    return [
      at(-4, 88, 0.78, attackGem(facts.attack + buff)),
      at(56, 88, 0.78, healthGem(facts.health + buff)),
    ];
  if (facts?.kind === "weapon")
    return [at(-4, 88, 0.78, attackGem(facts.attack)), at(56, 88, 0.78, durabilityGem(facts.durability))];
  return [];
}

/** @type {Pictures["hand"]} */
export const hand = (view, seat) =>
  (view.description.players[seat].hand ?? []).map((entry) => {
    const facts = view.card(entry.card);
    const cost = entry.cost ?? facts?.cost;
    return {
      // Its name stands below it.
      node: group(
        {},
        windowFrame(facts),
        cost === undefined ? null : at(-2, -2, 0.8, manaGem(cost)),
        ...numbersOf(facts, entry.buff ?? 0),
      ),
      width: 86,
      height: 124,
      label: facts?.title ?? facts?.name ?? entry.card,
    };
  });

const minion = (name, race, attack, health, ...more) => [
  ...more,
  minionOval({ name, race, kind: "minion", class: "neutral" }),
  at(-14, 62, 1, attackGem(attack)),
  at(54, 62, 1, healthGem(health)),
];

export const rules = [
  () =>
    group(
      {},
      at(18, 18, 0.62, heroArch("paladin", nobody("paladin"))),
      at(86, 18, 0.62, heroArch("mage", nobody("mage"))),
    ),
  () => group({}, ...[0, 1, 2, 3].map((i) => at(20 + i * 32, 34, 0.9, crystal(i < 3 ? "full" : "spent")))),
  () => group({}, at(46, 8, 0.72, ...minion("Dire Wolf Alpha", "beast", 2, 2))),
  () =>
    group(
      {},
      at(16, 16, 0.58, ...minion("Dire Wolf Alpha", "beast", 2, 2)),
      at(92, 16, 0.58, ...minion("Murloc Raider", "murloc", 2, 1)),
    ),
  () =>
    group(
      {},
      at(18, 16, 0.58, ...minion("Azure Drake", "dragon", 4, 4, tauntShield())),
      at(92, 16, 0.58, ...minion("Murloc Raider", "murloc", 2, 1), bubble()),
    ),
  () =>
    group(
      {},
      at(14, 20, 0.6, powerHex({ class: "mage", name: "Fireblast" })),
      at(88, 20, 0.6, weaponDisc({ class: "warrior", name: "Fiery War Axe", kind: "weapon" })),
    ),
  () => group({}, at(50, 8, 0.7, pile(0))),
];
