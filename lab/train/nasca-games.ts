import { chooseMove } from '@tablier/ai';
import type { Rng } from '@tablier/core';
import {
  phaseAfter,
  phaseIndex,
  phaseWith,
  placedIn,
  roundLead,
  slopeOf,
  TERMS,
} from '../../packages/games/src/nasca/evaluation.ts';
import { nasca, NascaPosition } from '@tablier/games/nasca';
import { PRESETS } from '../../packages/games/src/nasca/facts.ts';
import type { LinearSample } from './least-squares.ts';
import type { GamePlayer } from './training.ts';

const OPTIONS = PRESETS.plain;
const PLAN = { exploration: 0.5, softness: 0.5 } as const;
/** By generation: the nodes of a move, and how much the expectation of the search counts as the value, besides the lead at the end. */
const NODES = [500, 1000] as const;
const TRUST = [0, 0.5] as const;
/** The number of random placements at the start is below this. There are none later: they would spoil the result. */
const MAX_RANDOM = 9;
/** The expectation of a search is at least this share of a win, and at most 1 less it: logarithms of 0 are infinite. */
const LEAST_SHARE = 0.002;

/** A position of a round. Its value is a mean of `lead` and of what the search expected. */
export interface NascaSample extends LinearSample {
  readonly phase: number;
  /** The lead of seat 0 at the end of the round. */
  readonly lead: number;
}

/**
 * The positions of the first round of a match after the random placements. In a first round every point counts; in the last one, or the
 * only one, the search would only care who wins.
 */
export const play: GamePlayer<NascaSample> = (rng, generation) => {
  const trust = TRUST[generation] as number;
  const position = new NascaPosition(OPTIONS, []);
  for (let random = rng.below(MAX_RANDOM); random > 0; random--) position.play(position.randomMove(rng));
  const met: { readonly phase: number; readonly counts: readonly number[]; readonly expected: number }[] = [];
  while (position.round === 0) {
    const seen = { phase: phaseIndex(placedIn(position)), counts: countsIn(position) };
    met.push({ ...seen, expected: search(position, NODES[generation] as number, rng) });
  }
  const [own = 0, other = 0] = position.earlier[0] ?? [];
  const lead = own - other;
  return met.map(({ phase, counts, expected }) => ({
    phase,
    counts,
    lead,
    value: (1 - trust) * lead + trust * expected,
  }));
};

/** Plays the move of a search. Returns the lead of seat 0 that the search expected. */
function search(position: NascaPosition, nodes: number, rng: Rng): number {
  const slope = slopeOf(position, phaseAfter(placedIn(position)));
  const knowledge = nasca.secrets.knowledge(position, position.turn);
  const { move, info } = chooseMove({ game: nasca, options: OPTIONS, knowledge }, { ...PLAN, nodes }, rng);
  position.play(move);
  const share = Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, info.values[0] as number));
  return Math.log(share / (1 - share)) / slope;
}

/** Phases with a single term, which counts a point: their expected lead says how often the term counts. */
const TERM_PHASES = Array.from({ length: TERMS }, (_, term) => phaseWith((index) => Number(index === term)));

const countsIn = (position: NascaPosition): number[] => TERM_PHASES.map((phase) => roundLead(position, phase));
