import { type BotGame, type BotLevels, type LookaheadPlan, planOf, type PlayoutPlan } from '@tablier/ai';
import {
  isLegal,
  isObject,
  type Level,
  LEVELS,
  type Move,
  parseJson,
  type Position,
  type SeededRng,
  type Setup,
} from '@tablier/core';
import { Engine } from '../bot/engine.ts';
import { linesFor, refuseUnplayable } from '../bot/position-lines.ts';
import type { Clocks, TimeControl } from './clocks.ts';
import { UsageError } from '../shared/output.ts';
import { taskOf, thinkUp } from '../shared/setup.ts';

export type BotName = Level | { readonly engine: string } | { readonly plan: string };

/** What an engine may use for a move: nodes, milliseconds, or a share of its clock. `margin`: milliseconds that may pass beyond. */
export interface Budget {
  readonly nodes?: number;
  readonly tc?: TimeControl;
  readonly movetime: number;
  readonly margin: number;
}

/** The longest wait for an engine that counts nodes. Milliseconds. */
const LONGEST = 60_000;

export interface Reached {
  readonly setup: Setup;
  readonly position: Position;
  readonly moves: readonly string[];
  readonly rng: SeededRng;
  /** `null`: a game without clocks. */
  readonly clocks: Clocks | null;
}

/** A legal move, and the milliseconds that it took. */
export interface Answer {
  readonly move: Move;
  readonly used: number;
}

/** Why a side loses without playing on. */
export interface Fault {
  readonly by: 'time' | 'resign';
  readonly fault: string;
}

export interface Player {
  /** A legal move, or why there is none: then the game is lost. */
  choose(reached: Reached): Promise<Answer | Fault>;
  close(): Promise<void>;
}

export const late = (limit: number): Fault => ({ by: 'time', fault: `no answer within ${Math.round(limit)} ms` });

const STRONGEST: Level = 8;
const STOPPED: Fault = { by: 'resign', fault: 'stopped' };

/** After `stopped` no move is searched any more. */
export async function playerOf(
  plain: BotGame,
  name: BotName,
  terms: { readonly budget: Budget; readonly stopped: AbortSignal },
): Promise<Player> {
  if (typeof name === 'object' && 'engine' in name) {
    const engine = await Engine.start(name.engine, terms.stopped);
    return { choose: (reached) => engineMove(plain, engine, reached, terms), close: () => engine.stop() };
  }
  const [game, level] = typeof name === 'object' ? [withPlan(plain, name.plan), STRONGEST] : [plain, name];
  return {
    async choose({ setup, position, rng, clocks }) {
      const share = clocks?.share(position.turn) ?? Number.POSITIVE_INFINITY;
      const isStopped = (used: number): boolean => terms.stopped.aborted || used >= share;
      const answer = await thinkUp(taskOf(game, setup, position), { level, rng, isStopped });
      return terms.stopped.aborted ? STOPPED : answer;
    },
    close: async () => undefined,
  };
}

async function engineMove(
  game: BotGame,
  engine: Engine,
  reached: Reached,
  { budget, stopped }: { readonly budget: Budget; readonly stopped: AbortSignal },
): Promise<Answer | Fault> {
  const lines = searchLines(game, reached, budget);
  const { clocks, position } = reached;
  const limit =
    clocks?.limit(position.turn) ?? budget.margin + (budget.nodes === undefined ? budget.movetime : LONGEST);
  let began = 0;
  const found = await engine.bestMove(() => {
    began = performance.now();
    return { lines, limit, dropped: stopped };
  });
  const used = performance.now() - began;
  // What comes after its time, after a `stop`, is no answer.
  if (used > limit) return late(limit);
  if (found === null) return STOPPED;
  if (typeof found !== 'string') {
    if (found.name === 'broken') throw new UsageError(found.detail);
    return { by: 'resign', fault: found.detail };
  }
  const move = game.parseMove(found);
  if (move !== null && isLegal(game, position, move)) return { move, used };
  return { by: 'resign', fault: `illegal-move (${found})` };
}

function searchLines(game: BotGame, { setup, moves, clocks }: Reached, { nodes, movetime }: Budget): readonly string[] {
  const searched = { game: game.id, ...setup, moves };
  refuseUnplayable(searched);
  const limits = clocks?.limits() ?? (nodes === undefined ? `movetime ${movetime}` : `nodes ${nodes}`);
  return linesFor(searched, limits);
}

const TYPES: Readonly<Record<keyof PlayoutPlan | keyof LookaheadPlan, 'number' | 'boolean'>> = {
  ...{ nodes: 'number', solverNodes: 'number', depth: 'number', exploration: 'number', playoutPlies: 'number' },
  ...{ memory: 'number', spread: 'number', softness: 'number', forgets: 'number' },
  ...{ lapses: 'number', temperature: 'number', content: 'number', careless: 'number', overlooks: 'boolean' },
};

/** The game with a plan at each level: that of the strongest one, with these settings instead of its own. Throws a `UsageError`. */
function withPlan<Of extends BotGame>(game: Of, text: string): Of {
  const plan = { ...planOf(game, 8), ...readSettings(text) };
  const levels = Object.fromEntries(LEVELS.map((level) => [level, plan])) as unknown as BotLevels;
  return { ...game, advice: { ...game.advice, levels } };
}

function readSettings(text: string): Readonly<Record<string, unknown>> {
  const settings = parseJson(text);
  if (!isObject(settings)) throw new UsageError(`bad-plan (${text}; JSON such as {"nodes":20000})`);
  for (const [name, value] of Object.entries(settings)) {
    const type = Object.entries(TYPES).find(([known]) => known === name)?.[1];
    if (typeof value === type && Number(value) >= 0 && Number(value) < Number.POSITIVE_INFINITY) continue;
    throw new UsageError(`bad-plan (${name}: ${JSON.stringify(value)}; there are: ${Object.keys(TYPES).join(', ')})`);
  }
  return settings;
}
