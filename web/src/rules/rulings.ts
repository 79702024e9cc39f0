/** Every ruling in our own words, with small boards. Ids are those of the project's list of rulings and of its tests. */

export interface Ruling {
  id: string;
  title: string;
  text: string;
  boards?: readonly { drawing: string; caption: string }[];
  editions?: readonly string[]; // only in these; everywhere if absent
}

const ANNOUNCED = ["1999", "tournament", "2023-classic", "2023-tycoon", "online"];
const CLASSIC = ["1962", "1999", "tournament", "2023-classic", "online"];

export const RULINGS: readonly Ruling[] = [
  {
    id: "R1",
    title: "Opening tiles that touch",
    text: "Opening tiles stay loose even if they lie side by side. The next tile beside them founds a chain of the whole group.",
    boards: [{ drawing: ". o o .\n. . * .", caption: "Two opening tiles are no chain. The marked tile founds one of three." }],
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
    boards: [{ drawing: "T T . .\n. T * o\n. . . o", caption: "Tower grows from three to six." }],
  },
  {
    id: "R4",
    title: "What counts in a merger",
    text: "While a merger is settled the placed tile and the loose ones beside it count for no chain. They join the survivor when bonuses and shares are done.",
    boards: [{ drawing: "T T * L L\n. T o . L", caption: "Three against three: the marked and the loose tile break no tie." }],
  },
  {
    id: "R5",
    title: "Dead, or only not now",
    text: "A tile that would join two safe chains is dead for good, even if smaller chains touch it too. A tile that would found one chain too many is only held back: it waits in the hand and may be played when a chain has left the board.",
    boards: [{ drawing: "T T T . I I I\nT T T * I I I\nT T T . I I I\nT T T . I I I", caption: "Both chains have twelve tiles. The marked tile is dead." }],
  },
  {
    id: "R6",
    title: "Nothing to place",
    text: "Who can place no tile places none and may still buy. No tile is drawn in its place; dead tiles are treated as the edition says.",
  },
  {
    id: "R7",
    title: "Exchanging dead tiles",
    text: "The exchange comes after the draw and includes the tile just drawn. All dead tiles are set aside, face up, even if the bag has fewer to give. The square of a tile that was set aside stays empty for ever. Where the edition exchanges once, new dead tiles wait for the next turn.",
    boards: [{ drawing: "T T T x I I I", caption: "Nothing will ever lie on the crossed square." }],
  },
  {
    id: "R8",
    title: "The bag is empty",
    text: "Nobody draws any more and play goes on. A player without tiles still has a turn: nothing is placed, but shares may be bought.",
  },
  {
    id: "R9",
    title: "When it ends without anybody saying so",
    text: "The game is over when nobody holds a tile, or when as many turns in a row as there are players passed without a tile. Both are looked at when a turn ends, after the draw and any exchange.",
  },
  {
    id: "R10",
    title: "Announcing the end",
    text: "In your own turn, before the tile or while buying, you may announce the end if every chain on the board is safe or one has reached the size that ends the game. You need not. The tile and the buying of that turn still follow, and the announcement stands whatever they change. Then nothing more is drawn.",
    editions: ANNOUNCED,
  },
  {
    id: "R10",
    title: "The end comes by itself",
    text: "When a tile and its merger are settled and every chain on the board is safe or one is large enough, the draw and the buying of that turn still follow. Then the game is over.",
    editions: ["1962"],
  },
  { id: "R11", title: "An empty board is not safe", text: "With no chain on the board, “all chains are safe” is not true, so the end can’t be announced." },
  {
    id: "R12",
    title: "Ties for two bonuses",
    text: "Tied for most: those players share both bonuses and nobody else is paid. Tied for second: they share the second bonus. A sole holder takes both. Each part is rounded up to the next $100. Without a share there is no bonus.",
    editions: CLASSIC,
  },
  {
    id: "R13",
    title: "Ties for three bonuses",
    text: "Two tied for most share the first and second bonus, and the next takes the third. Two tied for second share the second and third. Those tied for third share the third. Three or more tied for a place pool all the bonuses from there on. Each part is rounded up to the next $100.",
    editions: ["2023-tycoon"],
  },
  {
    id: "R14",
    title: "Few holders",
    text: "With two holders the third bonus is not paid; tied, they share the first two. A sole holder takes the first and the third.",
    editions: ["2023-tycoon"],
  },
  {
    id: "R15",
    title: "Who survives",
    text: "The largest chain survives. Among equals the mergemaker chooses. The others are absorbed one at a time, the largest first; among equals the mergemaker chooses again.",
    boards: [{ drawing: ". . A . .\n. . A . .\nT T * L L\n. T . . .", caption: "Tower (3) survives. Luxor and American, two tiles each, go in the order that the mergemaker chooses." }],
  },
  {
    id: "R16",
    title: "The order of a merger",
    text: "For each absorbed chain: everybody shows what they hold of it, even at a table that plays hidden. The bonuses are paid. Then each holder, from the mergemaker clockwise, trades, sells or holds; what was decided stands.",
  },
  {
    id: "R17",
    title: "Trading and selling",
    text: "Shares are traded in pairs, while the bank has shares of the survivor at that moment. Traded and sold shares are back in the bank at once. The price is that of the absorbed chain before the merger.",
  },
  {
    id: "R18",
    title: "What can be bought",
    text: "Any chain on the board, at its size after the tile, one that was founded or grew this turn included. The founder’s share does not count against the limit.",
  },
  {
    id: "R19",
    title: "Two players: the market",
    text: "For each absorbed chain, and at the end for each chain on the board, a tile is drawn from the bag: its number is what the market holds, and it goes back. The market is ranked and tied like a player; its money stays in the bank. If the bag is empty the number is from 1 to 12 at random.",
    editions: ["1999", "2023-classic"],
  },
  {
    id: "R20",
    title: "Settling up",
    text: "Every chain on the board pays its bonuses, then all its shares are sold at its price. Shares of chains off the board are worth nothing. Most money wins, and equals share the win.",
  },
  {
    id: "R21",
    title: "Founding without a certificate",
    text: "Any chain off the board may be founded, even if the bank has none of its certificates.",
    editions: ["1962", "1999", "tournament", "online"],
  },
  {
    id: "R21",
    title: "Founding without a certificate",
    text: "Any chain off the board may be founded, even if the bank has none of its certificates. The founder then gets the price of one share in cash, at the size the chain has once founded.",
    editions: ["2023-classic", "2023-tycoon"],
  },
  { id: "R22", title: "Questions and loans", text: "What the bank holds may be asked at any time. There are no loans, and nothing changes hands between players." },
  {
    id: "R23",
    title: "The deal",
    text: "Opening tiles are drawn in seat order. The hands follow, from the starting player clockwise, each hand at once.",
  },
  {
    id: "G8",
    title: "Corners do not touch",
    text: "Only squares side by side are neighbours. A tile at a chain’s corner neither joins nor merges it.",
    boards: [{ drawing: "T T . .\n. . * .", caption: "The marked tile stays loose." }],
  },
];

export function rulingsOf(edition: string): readonly Ruling[] {
  return RULINGS.filter((ruling) => !ruling.editions || ruling.editions.includes(edition));
}
