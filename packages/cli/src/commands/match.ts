import { type BotGame, botMove } from '@tablier/ai';
import { isLegal, type Level, type Move, NOBODY, type Position, type Seat, SeededRng, type Setup } from '@tablier/core';
import { Engine } from '../bot/engine.ts';
import { isPlayable, linesFor } from '../bot/position-lines.ts';
import {
  type Conditions,
  dealtSetup,
  gameNamed,
  gameRng,
  readConditions,
  seedOr,
  type SetupFlags,
  taskOf,
} from '../shared/setup.ts';
import { EXIT, note, UsageError, writeLine } from '../shared/output.ts';
import { withProgress } from '../shared/progress.ts';

export type BotName = Level | { readonly engine: string };

export interface MatchFlags extends SetupFlags {
  readonly a: BotName;
  readonly b: BotName;
  readonly games: number;
  /** Milliseconds for a move of an engine. */
  readonly movetime: number;
  readonly seed?: string;
}

type Side = 'a' | 'b';
const OTHER = { a: 'b', b: 'a' } as const;
/** An engine may take this many times its time for a move, and at least this long. Milliseconds. */
const OVERTIME = 10;
const LEAST_WAIT = 2000;

interface Reached {
  readonly setup: Setup;
  readonly position: Position;
  readonly moves: readonly string[];
  readonly rng: SeededRng;
}

interface Player {
  /** A legal move, or why there is none: then the game is lost. */
  choose(reached: Reached): Promise<Move | { readonly fault: string }>;
  close(): Promise<void>;
}

/** `tablier match GAME`: sides alternate, and two games share a deal, so that its luck favours neither. No legal answer loses a game. */
export async function match(id: string, flags: MatchFlags): Promise<number> {
  const game = gameNamed(id);
  const conditions = readConditions(game, flags);
  const seed = seedOr(flags.seed);
  const players = {
    a: await playerOf(game, flags.a, flags.movetime),
    b: await playerOf(game, flags.b, flags.movetime),
  };
  const score = { games: 0, a: 0, b: 0, draws: 0 };
  const forfeits = { a: 0, b: 0 };
  try {
    await withProgress(flags.games, async ({ at }) => {
      for (let index = 0; index < flags.games; index++) {
        const setup = dealtSetup(conditions, gameRng(seed, index >> 1));
        const { winner, fault } = await playGame(conditions, { setup, players, seed, index });
        score.games++;
        score[winner ?? 'draws']++;
        if (fault !== undefined && winner !== null) {
          forfeits[OTHER[winner]]++;
          note(`game ${score.games}: ${fault}`);
        }
        at(score.games);
      }
    });
  } finally {
    await Promise.all([players.a.close(), players.b.close()]);
  }
  await writeLine(JSON.stringify(forfeits.a + forfeits.b === 0 ? score : { ...score, forfeits }));
  return EXIT.ok;
}

const sideAt = (seat: Seat, index: number): Side => ((seat + index) % 2 === 0 ? 'a' : 'b');

interface Pairing {
  readonly setup: Setup;
  readonly players: Readonly<Record<Side, Player>>;
  readonly seed: string;
  readonly index: number;
}

/** The only side with a seat in first place, `null` if both have one; and why the other side lost without playing on. */
async function playGame({ game }: Conditions, { setup, players, seed, index }: Pairing) {
  const position = game.start(setup);
  const moves: string[] = [];
  const rng = new SeededRng(`${seed} bots ${index}`);
  while (position.turn !== NOBODY) {
    const side = sideAt(position.turn, index);
    const move = await players[side].choose({ setup, position, moves, rng });
    if (typeof move !== 'number') return { winner: OTHER[side], fault: `${side.toUpperCase()}: ${move.fault}` };
    moves.push(game.formatMove(move));
    position.play(move);
  }
  const { places } = position.outcome();
  const first = new Set(places.flatMap((place, seat) => (place === 1 ? [sideAt(seat, index)] : [])));
  return { winner: first.size === 1 ? ([...first][0] as Side) : null };
}

async function playerOf(game: BotGame, name: BotName, movetime: number): Promise<Player> {
  if (typeof name !== 'object')
    return {
      choose: async ({ setup, position, rng }) => botMove(taskOf(game, setup, position), name, rng),
      close: async () => undefined,
    };
  const engine = await Engine.start(name.engine);
  return { choose: (reached) => engineMove(game, engine, reached, movetime), close: () => engine.stop() };
}

async function engineMove(game: BotGame, engine: Engine, { setup, position, moves }: Reached, movetime: number) {
  const { options, players, deal } = setup;
  const chairs = Array.from({ length: players }, () => ({ kind: 'open' as const }));
  if (!isPlayable({ game: game.id, options, chairs, deal }))
    throw new UsageError(`not-playable (UGI cannot describe the positions of ${game.id} with these options)`);
  const lines = linesFor({ game: game.id, options, players, deal, moves }, `movetime ${movetime}`);
  const found = await engine.bestMove(() => ({ lines, limit: Math.max(LEAST_WAIT, OVERTIME * movetime) }));
  if (found === null) return { fault: 'no answer' };
  if (typeof found !== 'string') {
    if (found.name === 'broken') throw new UsageError(found.detail);
    return { fault: found.detail };
  }
  const move = game.parseMove(found);
  return move !== null && isLegal(game, position, move) ? move : { fault: `illegal-move (${found})` };
}
