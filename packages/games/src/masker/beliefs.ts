import { type Move, type MoveList, type Rng, SeededRng } from '@tablier/core';
import { type MaskerPast, MaskerPosition, ownersOf, startOf, STOP } from './position.ts';
import { WEIGHTS } from './policy-weights.ts';
import { CELLS, COLOUR_LETTERS, COLOURS, isTouching, LETTERS, sideCount, sideOf, WHITE } from './board.ts';
import type { Beliefs, World } from '@tablier/ai';
import { type MaskerKnowledge, secrets } from './secrets.ts';

/** A policy fitted to self-play: the weight of a move is that of what is taken times that of what touches the colourless cross then. */

const STAGES = 3;
const COUNTS = 6;
/** Crosses that touch are counted as 0, 1, or 2 and more: own ones and others. */
const TOUCHES = 9;
const OWN = 0;
const OTHER = OWN + STAGES * COUNTS;
const WHITES = OTHER + STAGES * COUNTS;
const AFTER = WHITES + STAGES;
const AFTER_STOP = AFTER + STAGES * TOUCHES;
const FREE_STOP = AFTER_STOP + STAGES * TOUCHES;
const NO_FEATURE = FREE_STOP + STAGES;
export const FEATURES = NO_FEATURE + 1;

const NEAR = {
  side: Array.from({ length: CELLS }, (_, cell) => nearOf('side', cell)),
  corner: Array.from({ length: CELLS }, (_, cell) => nearOf('corner', cell)),
} as const;

function nearOf(touch: 'side' | 'corner', cell: number): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: CELLS }, (_, other) => other).filter((other) => isTouching(touch, cell, other)),
  );
}

export const stageOf = ({ trail }: MaskerPosition): number => (trail === 0 ? 0 : trail < 512 ? 1 : 2);

export function takenFeature(position: MaskerPosition, move: Move, colour: number, stage: number): number {
  if (move >= STOP) return NO_FEATURE;
  const cross = position.board.topOf(move);
  if (cross === WHITE) return WHITES + stage;
  return (cross === colour ? OWN : OTHER) + stage * COUNTS + (position.board.left[cross] as number) - 1;
}

/** What touches the colourless cross after a move, as an index into a table. */
export function afterFeature(position: MaskerPosition, move: Move, colour: number, stage: number): number {
  if (move > STOP) return NO_FEATURE;
  const { board, options } = position;
  if (move === STOP ? board.free !== 0 : board.topOf(move) === WHITE)
    return move === STOP ? FREE_STOP + stage : NO_FEATURE;
  const near = NEAR[options.touch][move === STOP ? board.neutral : move] as Uint8Array;
  let own = 0;
  let others = 0;
  for (let index = 0; index < near.length; index++) {
    const top = board.topOf(near[index] as number);
    if (top === 0) continue;
    if (top === colour) own++;
    else others++;
  }
  const touch = (own > 2 ? 2 : own) * 3 + (others > 2 ? 2 : others);
  return (move === STOP ? AFTER_STOP : AFTER) + stage * TOUCHES + touch;
}

export const CERTAIN = 1024;
/** The weight that is accepted in any case: greater ones are no likelier in playouts. */
const ENOUGH = 2.5;

const tableFor = (players: number): Float64Array => {
  const table = WEIGHTS[players];
  if (table === undefined) throw new Error(`no policy for ${players} players`);
  return table;
};

/** By number of players and feature of what is taken: how many of 1,024 draws of such a move a playout accepts. */
const ACCEPTANCE: readonly Uint16Array[] = Array.from({ length: 5 }, (_, players) =>
  Uint16Array.from(WEIGHTS[players] ?? [], (weight) => Math.min(CERTAIN, Math.floor((CERTAIN * weight) / ENOUGH))),
);
const acceptanceOf = (players: number): Uint16Array => ACCEPTANCE[players] as Uint16Array;

export function policyOf(position: MaskerPosition, colour: number, moves: Uint16Array, into: Float64Array): void {
  const table = tableFor(position.players);
  const stage = stageOf(position);
  const count = moves.length;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    const move = moves[index] as number;
    const weight =
      (table[takenFeature(position, move, colour, stage)] as number) *
      (table[afterFeature(position, move, colour, stage)] as number);
    into[index] = weight;
    sum += weight;
  }
  for (let index = 0; index < count; index++) into[index] = (into[index] as number) / sum;
}

/** How well a player may play. `power`: the probabilities of the policy are raised to it, before they are made to add up to 1. */
interface Skill {
  readonly power: 0 | 0.5 | 1 | 2;
  readonly prior: number;
  /** The chance that the player moves at random all the same: it keeps a single move from proving anything. */
  readonly noise: number;
}

/** Fitted to games of random players and levels 1 to 8 (docs/notebook/masker-bot.md). Machines differ in the last digit of other powers. */
const SKILLS: readonly Skill[] = [
  { power: 0, prior: 0.45, noise: 0 },
  { power: 0.5, prior: 0.1, noise: 0.1 },
  { power: 1, prior: 0.2, noise: 0.1 },
  { power: 2, prior: 0.25, noise: 0.05 },
];
/** How probable it is that all sides are of one skill. Otherwise each has its own. */
const EQUALS = 0.85;
const TRIES = 6;
/** The places of a table by side and colour number. */
const PER_SIDE = COLOURS + 1;

/** By skill, then side × 6 + colour: how likely a side would have made its last public moves with that colour, up to a factor. */
function likelihoods(knowledge: MaskerKnowledge, memory: number): Float64Array[] {
  const bySkill = SKILLS.map(() => new Float64Array(sideCount(knowledge.players) * PER_SIDE).fill(1));
  const { past } = knowledge;
  if (past === null || past === undefined) return bySkill;
  const position = startedAs(knowledge, past);
  const forgotten = past.moves.length - memory;
  for (const [ply, move] of past.moves.entries()) {
    if (ply >= forgotten) weigh(position, move, bySkill);
    position.play(move);
  }
  return bySkill;
}

/** How likely the public moves are if the sides have these colours, up to a factor: Bayes' rule over the skills, which are not known either. */
function weightOf(bySkill: readonly Float64Array[], colours: readonly number[]): number {
  const product = (likelihood: (index: number) => number): number =>
    colours.reduce((found, colour, side) => found * likelihood(side * PER_SIDE + colour), 1);
  const mean = (of: (found: Float64Array) => number): number =>
    bySkill.reduce((sum, found, skill) => sum + (SKILLS[skill] as Skill).prior * of(found), 0);
  const asEquals = mean((found) => product((index) => found[index] as number));
  const apart = product((index) => mean((found) => found[index] as number));
  return EQUALS * asEquals + (1 - EQUALS) * apart;
}

/** The start of the game in any world that agrees with the knowledge. All of them have the same public course. */
function startedAs(knowledge: MaskerKnowledge, { grid }: MaskerPast): MaskerPosition {
  const { options, players } = knowledge;
  const { owners } = secrets.sample(knowledge, new SeededRng(0));
  const tokens = Array.from({ length: sideCount(players) }, (_, side) => LETTERS.charAt(owners.indexOf(side)));
  return startOf({ options, players, deal: { grid, tokens: tokens.join('') } });
}

/** Multiplies by the probability of a move, for every skill and every colour that its player may have. */
function weigh(position: MaskerPosition, move: Move, bySkill: readonly Float64Array[]): void {
  if (move > STOP) return;
  const moves: MoveList = new Uint16Array(position.countMoves());
  const count = position.legalMoves(moves);
  const shares = new Float64Array(count);
  const index = moves.indexOf(move);
  const first = sideOf(position.players, position.turn) * PER_SIDE;
  let sum = 0;
  for (let colour = 1; colour <= COLOURS; colour++) {
    policyOf(position, colour, moves, shares);
    for (const [skill, found] of bySkill.entries()) {
      const { power, noise } = SKILLS[skill] as Skill;
      const share = (1 - noise) * raisedShare(shares, index, power) + noise / count;
      sum += found[first + colour] = (found[first + colour] as number) * share;
    }
  }
  for (const found of bySkill)
    for (let colour = 1; colour <= COLOURS; colour++) found[first + colour] = (found[first + colour] as number) / sum;
}

function raisedShare(shares: Float64Array, index: number, power: Skill['power']): number {
  if (power === 0) return 1 / shares.length;
  const raised = (share: number): number => (power === 2 ? share * share : power === 1 ? share : Math.sqrt(share));
  let sum = 0;
  for (const share of shares) sum += raised(share);
  return raised(shares[index] as number) / sum;
}

/** By side: the colours that it may have as far as everyone knows. A side that is out has shown its colour [M12]; others have one in play. */
function publicColours({ players, seats, inPlay }: MaskerKnowledge): number[][] {
  const open = COLOUR_LETTERS.flatMap((letter, index) => (inPlay[letter] > 0 ? [index + 1] : []));
  return seats
    .slice(0, sideCount(players))
    .map(({ out, colour }) => (out && colour !== null ? [COLOUR_LETTERS.indexOf(colour) + 1] : open));
}

const assignments = (sides: readonly (readonly number[])[]): number[][] =>
  sides.reduce<number[][]>(
    (heads, colours) =>
      heads.flatMap((head) => colours.filter((colour) => !head.includes(colour)).map((colour) => [...head, colour])),
    [[]],
  );

function worlds(knowledge: MaskerKnowledge, memory: number): World<MaskerPosition>[] {
  const { options, players } = knowledge;
  const sample = secrets.sample(knowledge, new SeededRng(0));
  const bySkill = likelihoods(knowledge, memory);
  const all = assignments(publicColours(knowledge));
  const weights = all.map((colours) => weightOf(bySkill, colours));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return all.map((colours, index) => {
    const position = new MaskerPosition(options, players);
    position.board.copyFrom(sample.board);
    position.restore(sample);
    position.owners = ownersOf(colours.map((colour) => LETTERS.charAt(colour)));
    const types = Array.from({ length: players }, (_, seat) => colours[sideOf(players, seat)] as number);
    return { position, types, probability: (weights[index] as number) / total };
  });
}

/** How probable each colour is for a seat, given what another seat or a spectator (`null`) knows; 0 at the places without a colour. */
export function colourProbabilities(knowledge: MaskerKnowledge, seat: number): Float64Array {
  const shares = new Float64Array(PER_SIDE);
  const possible = worlds(knowledge, Number.POSITIVE_INFINITY).filter(({ types }) =>
    knowledge.seats.every(
      ({ colour }, other) => colour === null || types[other] === COLOUR_LETTERS.indexOf(colour) + 1,
    ),
  );
  const total = possible.reduce((sum, { probability }) => sum + probability, 0);
  for (const { types, probability } of possible) {
    const colour = types[seat] as number;
    shares[colour] = (shares[colour] as number) + probability / total;
  }
  return shares;
}

const colourOfMover = ({ owners, players, turn }: MaskerPosition): number => owners.indexOf(sideOf(players, turn));

/** Draws moves until one is accepted, so that likelier captures are played more often without evaluating all of them. */
function playoutMove(position: MaskerPosition, rng: Rng): Move {
  const { board, trail, firstExit } = position;
  if (firstExit !== null && firstExit.side === position.turn) return position.randomMove(rng);
  const captures = board.countTargets();
  const count = trail !== 0 ? captures + 1 : captures;
  const colour = colourOfMover(position);
  const stage = stageOf(position);
  const acceptance = acceptanceOf(position.players);
  let move = STOP;
  for (let tries = count === 1 ? 1 : TRIES; tries > 0; tries--) {
    const pick = rng.below(count);
    move = pick < captures ? board.target(pick) : STOP;
    const accepted = acceptance[takenFeature(position, move, colour, stage)] as number;
    if (accepted === CERTAIN || rng.below(CERTAIN) < accepted) return move;
  }
  return move;
}

export const beliefs: Beliefs<MaskerPosition, MaskerKnowledge> = {
  types: PER_SIDE,
  worlds,
  typeOf: ({ seats, turn }) => COLOUR_LETTERS.findIndex((letter) => letter === seats[turn]?.colour) + 1,
  observation: ({ firstExit, secondExit }) => ((firstExit?.side ?? -1) + 1) * 4 + (secondExit?.side ?? -1) + 1,
  policy: (position, moves, count, into) => policyOf(position, colourOfMover(position), moves.subarray(0, count), into),
  playoutMove,
};
