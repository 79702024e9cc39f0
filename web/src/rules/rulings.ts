/**
 * Every ruling in our own words, with small boards and sums. Ids are those of the project's list of rulings and of its
 * tests. Which of them hold, and how, is read from the edition's data, so house rules have their own selection.
 */

import type { EditionPage } from "../lib/protocol";

export interface Board {
  drawing: string; // a letter is a chain, o loose, * the tile in question, x set aside, . empty
  caption: string; // {T} is the chain that plays T
}
export interface Sum {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  caption: string;
}
export interface Ruling {
  id: string;
  title: string;
  text: string;
  boards?: readonly Board[];
  sum?: Sum;
  holds?: (page: EditionPage) => boolean; // everywhere if absent
}

const is = (choice: string, value: string) => (page: EditionPage) => page.choices[choice] === value;
const isNot = (choice: string, value: string) => (page: EditionPage) => page.choices[choice] !== value;
const places = (count: number) => (page: EditionPage) => page.places.length === count;

const TWO_SAFE = "T T T * I I I\nT T T . I I I\nT T T . I I I\nT T T . I I I";
const ALL_SAFE = "T T T . I I I\nT T T . I I I\nT T T . I I I\nT T T . I I I";

export const RULINGS: readonly Ruling[] = [
  {
    id: "R1",
    title: "Opening tiles that touch",
    text: "Opening tiles stay loose even if they lie side by side. The next tile beside them founds a chain of the whole group.",
    boards: [{ drawing: ". o o .\n. . * .", caption: "Two opening tiles are no chain. The marked tile founds one of three." }],
    holds: is("start.opening", "board"),
  },
  {
    id: "R1",
    title: "Opening tiles",
    text: "The tile drawn to see who starts is kept and belongs to the hand, so the board is empty when the first tile is placed.",
    boards: [{ drawing: ". . . .\n. * . .", caption: "The first tile of the game stays loose." }],
    holds: is("start.opening", "hand"),
  },
  {
    id: "R2",
    title: "How large a new chain is",
    text: "A founding takes in every loose tile that is connected with the placed one, however many there are.",
    boards: [{ drawing: "o . . o\no * o o\n. . . .", caption: "The marked tile founds a chain of six." }],
  },
  {
    id: "R3",
    title: "One chain and loose tiles",
    text: "A tile beside a chain and beside loose tiles joins the chain and brings all connected loose tiles along. Nothing is founded.",
    boards: [{ drawing: "T T . .\n. T * o\n. . . o", caption: "{T} grows from three to six." }],
  },
  {
    id: "R4",
    title: "What counts in a merger",
    text: "While a merger is settled the placed tile and the loose ones beside it count for no chain. They join the survivor when bonuses and shares are done.",
    boards: [{ drawing: "T T * L L\n. T o . L", caption: "Three against three: the marked and the loose tile break no tie. Afterwards the survivor has eight." }],
  },
  {
    id: "R5",
    title: "Dead, or only not now",
    text: "A tile that would join two safe chains is dead for good, even if smaller chains touch it too. A tile that would found one chain too many is only held back: it waits in the hand and may be played when a chain has left the board.",
    boards: [
      { drawing: TWO_SAFE, caption: "Both chains have twelve tiles. The marked tile is dead." },
      { drawing: "T T . L L . A A\n. . . . . . . .\nW W . F F . I I\n. . . . . . . .\nC C . . o * . .", caption: "All seven chains are on the board. The marked tile has to wait." },
    ],
  },
  {
    id: "R6",
    title: "Nothing to place",
    text: "Who can place no tile places none and may still buy. No tile is drawn in its place; dead tiles are treated as the edition says.",
    boards: [{ drawing: "T T T * I I I\nT T T * I I I\nT T T * I I I\nT T T * I I I", caption: "Whoever holds none but such tiles places nothing, and may buy {T} or {I}." }],
  },
  {
    id: "R7",
    title: "Exchanging dead tiles",
    text: "The exchange comes after the draw and includes the tile just drawn. All dead tiles are set aside, face up, even if the bag has fewer to give. The square of a tile that was set aside stays empty for ever. New tiles that are dead too wait for the next turn.",
    boards: [{ drawing: TWO_SAFE.replace("*", "x"), caption: "Nothing will ever lie on the crossed square." }],
    holds: (page) => page.choices["turn.dead_tiles"]?.endsWith("once") === true,
  },
  {
    id: "R7",
    title: "Exchanging dead tiles",
    text: "The exchange comes after the draw and includes the tile just drawn. Dead tiles are set aside, face up, and replaced until none is left or the bag is empty. The square of a tile that was set aside stays empty for ever.",
    boards: [{ drawing: TWO_SAFE.replace("*", "x"), caption: "Nothing will ever lie on the crossed square." }],
    holds: is("turn.dead_tiles", "replaced until none"),
  },
  {
    id: "R7",
    title: "Dead tiles are kept",
    text: "A dead tile is never exchanged: it stays in the hand until the end.",
    boards: [{ drawing: TWO_SAFE, caption: "Whoever holds the marked tile has one fewer to choose from." }],
    holds: is("turn.dead_tiles", "kept"),
  },
  {
    id: "R8",
    title: "The bag is empty",
    text: "Nobody draws any more and play goes on. A player without tiles still has a turn: nothing is placed, but shares may be bought.",
    sum: {
      head: ["A player’s turns", "bag", "hand"],
      rows: [["places, draws the last tile", "0", "6"], ["places, draws nothing", "0", "5"], ["places, draws nothing", "0", "4"]],
      caption: "Hands grow smaller.",
    },
  },
  {
    id: "R9",
    title: "When it ends without anybody saying so",
    text: "The game is over when nobody holds a tile, or when as many turns in a row as there are players passed without a tile. Both are looked at when a turn ends, after the draw and any exchange.",
    sum: {
      head: ["Three players", "places", "in a row"],
      rows: [["Ann", "nothing", "1"], ["Bob", "nothing", "2"], ["Eve", "nothing", "3"]],
      caption: "After Eve’s turn the game is over. Had one of them placed a tile, the count would begin again.",
    },
  },
  {
    id: "R10",
    title: "Announcing the end",
    text: "In your own turn, before the tile or while buying, you may announce the end if every chain on the board is safe or one has reached the size that ends the game. You need not. The tile and the buying of that turn still follow, and the announcement stands whatever they change. Then nothing more is drawn.",
    boards: [
      { drawing: ALL_SAFE, caption: "Twelve tiles each, and no other chain: the end may be announced." },
      { drawing: `${ALL_SAFE}\n. . . . . . .\n. . L L . . .`, caption: "With {L} on the board it may not, unless a chain is large enough." },
    ],
    holds: is("ending.how", "announced"),
  },
  {
    id: "R10",
    title: "The end comes by itself",
    text: "When a tile and its merger are settled and every chain on the board is safe or one is large enough, the draw and the buying of that turn still follow. Then the game is over.",
    boards: [{ drawing: ALL_SAFE, caption: "Twelve tiles each, and no other chain: this turn is the last." }],
    holds: is("ending.how", "automatic"),
  },
  {
    id: "R11",
    title: "An empty board is not safe",
    text: "With no chain on the board, “all chains are safe” is not true, so that is no end.",
    boards: [{ drawing: ". o . . .\n. . . o .\no . . . .", caption: "Loose tiles only: there is no chain, so none is safe." }],
  },
  {
    id: "R12",
    title: "Ties for the bonus",
    text: "Those tied for most share the bonus. Each part is rounded up to the next $100. Without a share there is no bonus.",
    sum: { head: ["Holdings", "paid"], rows: [["5 · 3", "$7,000 · –"], ["4 · 4", "$3,500 · $3,500"]], caption: "A bonus of $7,000." },
    holds: places(1),
  },
  {
    id: "R12",
    title: "Ties for two bonuses",
    text: "Tied for most: those players share both bonuses and nobody else is paid. Tied for second: they share the second bonus. Each part is rounded up to the next $100. Without a share there is no bonus.",
    sum: {
      head: ["Holdings", "paid"],
      rows: [["5 · 3 · 1", "$7,000 · $3,500 · –"], ["4 · 4 · 1", "$5,300 · $5,300 · –"], ["5 · 2 · 2", "$7,000 · $1,800 · $1,800"]],
      caption: "Bonuses of $7,000 and $3,500.",
    },
    holds: places(2),
  },
  {
    id: "R13",
    title: "Ties for three bonuses",
    text: "Two tied for most share the first and second bonus, and the next takes the third. Two tied for second share the second and third. Those tied for third share the third. Three or more tied for a place pool all the bonuses from there on. Each part is rounded up to the next $100.",
    sum: {
      head: ["Holdings", "paid"],
      rows: [
        ["3 · 3 · 1", "$6,000 · $6,000 · $3,500"], ["3 · 2 · 2", "$7,000 · $4,300 · $4,300"],
        ["4 · 3 · 1 · 1", "$7,000 · $5,000 · $1,800 · $1,800"], ["2 · 2 · 2", "$5,200 · $5,200 · $5,200"],
      ],
      caption: "Bonuses of $7,000, $5,000 and $3,500.",
    },
    holds: places(3),
  },
  {
    id: "R14",
    title: "A sole holder",
    text: "Whoever alone holds shares of a chain takes both bonuses.",
    sum: { head: ["Holdings", "paid"], rows: [["3 · – · –", "$10,500 · – · –"]], caption: "Bonuses of $7,000 and $3,500." },
    holds: is("bonuses.sole_holder", "1 2"),
  },
  {
    id: "R14",
    title: "Few holders",
    text: "With two holders the third bonus is not paid; tied, they share the first two. A sole holder takes the first and the third.",
    sum: {
      head: ["Holdings", "paid"],
      rows: [["3 · 2 · –", "$7,000 · $5,000 · –"], ["3 · 3 · –", "$6,000 · $6,000 · –"], ["3 · – · –", "$10,500 · – · –"]],
      caption: "Bonuses of $7,000, $5,000 and $3,500.",
    },
    holds: is("bonuses.sole_holder", "1 3"),
  },
  {
    id: "R15",
    title: "Who survives",
    text: "The largest chain survives. Among equals the mergemaker chooses. The others are absorbed one at a time, the largest first; among equals the mergemaker chooses again.",
    boards: [
      { drawing: ". . A . .\n. . A . .\nT T * L L\n. T . . .", caption: "{T} (3) survives. {L} and {A}, two tiles each, go in the order that the mergemaker chooses." },
      { drawing: "T T * L L", caption: "Two against two: the mergemaker chooses which survives." },
    ],
  },
  {
    id: "R16",
    title: "The order of a merger",
    text: "For each absorbed chain: everybody shows what they hold of it, even at a table that plays hidden. The bonuses are paid. Then each holder, from the mergemaker clockwise, trades, sells or holds; what was decided stands.",
    boards: [{ drawing: "T T T * L L", caption: "Bob places the marked tile: {T} absorbs {L}." }],
    sum: {
      head: ["Order", ""],
      rows: [["1. all show {L}", "Ann 2, Bob 4, Eve 1"], ["2. the bank pays", "Bob, Ann"], ["3. they decide", "Bob, Eve, Ann"]],
      caption: "They sit in the order Ann, Bob, Eve.",
    },
  },
  {
    id: "R17",
    title: "Trading and selling",
    text: "Shares are traded two for one, while the bank has shares of the survivor at that moment. Traded and sold shares are back in the bank at once. The price is that of the absorbed chain before the merger.",
    boards: [{ drawing: "T T T T * L L L", caption: "{L} had three tiles; suppose that was $300 a share." }],
    sum: {
      head: ["Seven {L}", "brings"],
      rows: [["trade 4", "2 {T}"], ["sell 2", "$600"], ["hold 1", "–"]],
      caption: "With one {T} in the bank, only two could be traded.",
    },
  },
  {
    id: "R18",
    title: "What can be bought",
    text: "Any chain on the board, at its size after the tile, one that was founded or grew this turn included. The founder’s share does not count against the limit.",
    boards: [{ drawing: "T T T *\n. . . .\n. L L .", caption: "After the marked tile {T} is bought at its price for four tiles." }],
  },
  {
    id: "R19",
    title: "Two players: the market",
    text: "For each absorbed chain, and at the end for each chain on the board, a tile is drawn from the bag: its number is what the market holds, and it goes back. The market is ranked and tied like a player; its money stays in the bank. If the bag is empty the number is from 1 to 12 at random.",
    sum: {
      head: ["Drawn", "market", "Ann", "Bob"],
      rows: [["", "", "holds 5", "holds 3"], ["9F", "holds 9", "second", "–"], ["4B", "holds 4", "first", "–"], ["2B", "holds 2", "first", "second"]],
      caption: "Who is paid which bonus. What the market wins, nobody gets.",
    },
    holds: is("players.two", "market"),
  },
  {
    id: "R20",
    title: "Settling up",
    text: "Every chain on the board pays its bonuses, then all its shares are sold at its price. Shares of chains off the board are worth nothing. Most money wins, and equals share the win.",
    sum: {
      head: ["At the end Ann has", ""],
      rows: [["cash", "$4,200"], ["first bonus of {T}", "$6,000"], ["5 {T} at $600", "$3,000"], ["3 {L}, off the board", "$0"], ["in all", "$13,200"]],
      caption: "",
    },
  },
  {
    id: "R21",
    title: "Founding without a certificate",
    text: "Any chain off the board may be founded, even if the bank has none of its certificates. The founder then gets none.",
    boards: [{ drawing: ". o * .", caption: "The bank is out of {I}: it may be founded all the same." }],
    holds: isNot("founding.none_left", "cash"),
  },
  {
    id: "R21",
    title: "Founding without a certificate",
    text: "Any chain off the board may be founded, even if the bank has none of its certificates. The founder then gets the price of one share in cash, at the size the chain has once founded, loose tiles included.",
    boards: [{ drawing: ". o * .\n. . o .", caption: "The bank is out of {I}: the founder gets its price for three tiles in cash." }],
    holds: is("founding.none_left", "cash"),
  },
  {
    id: "R22",
    title: "Questions and loans",
    text: "What the bank holds may be asked at any time. There are no loans, and nothing changes hands between players.",
    sum: {
      head: ["May Ann", ""],
      rows: [["ask how many {T} the bank has", "yes"], ["borrow $300 to buy {T}", "no"], ["give Bob {L} for his {T}", "no"], ["pay Bob to sell his {L}", "no"]],
      caption: "What players have comes from the bank and goes back to it.",
    },
  },
  {
    id: "R23",
    title: "The deal",
    text: "Opening tiles are drawn in seat order. The hands follow, from the starting player clockwise, each hand at once.",
    sum: {
      head: ["Seat", "draws", "dealt"],
      rows: [["Ann", "1B", "third"], ["Bob", "9A", "first"], ["Eve", "4D", "second"]],
      caption: "The lowest letter starts, then the lowest number: Bob.",
    },
    holds: is("start.first", "letter"),
  },
  {
    id: "R23",
    title: "The deal",
    text: "Opening tiles are drawn in seat order. The hands follow, from the starting player clockwise, each hand at once.",
    sum: {
      head: ["Seat", "draws", "dealt"],
      rows: [["Ann", "4D", "third"], ["Bob", "1B", "first"], ["Eve", "9A", "second"]],
      caption: "The lowest number starts, then the lowest letter: Bob.",
    },
    holds: isNot("start.first", "letter"),
  },
  {
    id: "G8",
    title: "Corners do not touch",
    text: "Only squares side by side are neighbours. A tile at a chain’s corner neither joins nor merges it.",
    boards: [{ drawing: "T T . .\n. . * .", caption: "The marked tile stays loose." }],
  },
];

export function rulingsOf(page: EditionPage): readonly Ruling[] {
  return RULINGS.filter((ruling) => !ruling.holds || ruling.holds(page));
}
