import type { BotGame } from '@tablier/ai';
import { isLegal, type Level, type Move, type Position, type SeededRng, type Setup } from '@tablier/core';
import { Engine } from '../bot/engine.ts';
import { isPlayable, linesFor } from '../bot/position-lines.ts';
import { UsageError } from '../shared/output.ts';
import { taskOf, thinkUp } from '../shared/setup.ts';

export type BotName = Level | { readonly engine: string };

/** What an engine may use for a move: nodes, or milliseconds. `margin`: milliseconds that may pass beyond. */
export interface Budget {
  readonly nodes?: number;
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
}

/** Why a side loses without playing on. */
export interface Fault {
  readonly by: 'time' | 'resign';
  readonly fault: string;
}

export interface Player {
  /** A legal move, or why there is none: then the game is lost. */
  choose(reached: Reached): Promise<Move | Fault>;
  close(): Promise<void>;
}

const STOPPED: Fault = { by: 'resign', fault: 'stopped' };

/** After `stopped` no move is searched any more. */
export async function playerOf(
  game: BotGame,
  name: BotName,
  terms: { readonly budget: Budget; readonly stopped: AbortSignal },
): Promise<Player> {
  if (typeof name === 'object') {
    const engine = await Engine.start(name.engine);
    return { choose: (reached) => engineMove(game, engine, reached, terms), close: () => engine.stop() };
  }
  const isStopped = (): boolean => terms.stopped.aborted;
  return {
    async choose({ setup, position, rng }) {
      const move = await thinkUp(taskOf(game, setup, position), { level: name, rng, isStopped });
      return isStopped() ? STOPPED : move;
    },
    close: async () => undefined,
  };
}

async function engineMove(
  game: BotGame,
  engine: Engine,
  reached: Reached,
  { budget, stopped }: { readonly budget: Budget; readonly stopped: AbortSignal },
): Promise<Move | Fault> {
  const lines = searchLines(game, reached, budget);
  const limit = budget.margin + (budget.nodes === undefined ? budget.movetime : LONGEST);
  let began = 0;
  const found = await engine.bestMove(() => {
    began = performance.now();
    return { lines, limit, dropped: stopped };
  });
  // What comes after its time, after a `stop`, is no answer.
  if (performance.now() - began > limit) return { by: 'time', fault: `no answer within ${Math.round(limit)} ms` };
  if (found === null) return STOPPED;
  if (typeof found !== 'string') {
    if (found.name === 'broken') throw new UsageError(found.detail);
    return { by: 'resign', fault: found.detail };
  }
  const move = game.parseMove(found);
  if (move !== null && isLegal(game, reached.position, move)) return move;
  return { by: 'resign', fault: `illegal-move (${found})` };
}

function searchLines(game: BotGame, { setup, moves }: Reached, { nodes, movetime }: Budget): readonly string[] {
  const { options, players, deal } = setup;
  const chairs = Array.from({ length: players }, () => ({ kind: 'open' as const }));
  if (!isPlayable({ game: game.id, options, chairs, deal }))
    throw new UsageError(`not-playable (UGI cannot describe the positions of ${game.id} with these options)`);
  const limits = nodes === undefined ? `movetime ${movetime}` : `nodes ${nodes}`;
  return linesFor({ game: game.id, options, players, deal, moves }, limits);
}
