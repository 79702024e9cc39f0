/** The words on the table, each in a sentence or two. */

export const GLOSSARY = {
  size: "How many tiles the chain has. The larger it is, the more a share costs and the more its bonuses pay.",
  price: "What a share of the chain costs now, and what it is paid back at.",
  next: "The next price, and the size it begins with: 600@6 means $600 a share from six tiles on.",
  bank: "How many shares of the chain can still be bought. When the bank has none, nobody can buy or trade for it.",
  majority: "Most shares of the chain: this seat gets its first bonus, the sum below the star, when the chain is absorbed and at the end.",
  minority: "Second most shares of the chain: this seat gets its second bonus, the sum below the star.",
  safe: "So large, eleven tiles in every box, that it is never absorbed; it can still absorb others.",
  loose: "A tile that touches no other. It belongs to no chain until a neighbour is placed.",
  dead: "A tile between two safe chains. It can never be placed.",
  worth: "Money, all shares at today’s price, and the bonuses, as if the game ended now.",
  money: "What a player can spend. Shares turn into money only in mergers and at the end.",
} as const;

export type Word = keyof typeof GLOSSARY;
