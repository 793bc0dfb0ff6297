import {
  analysePly,
  type GameAnalysisOptions,
  type Insight,
  insightAt,
  lastOf,
  type PlayedGame,
  type PlyAnalysis,
} from '@tablier/ai';
import { movesIn, type Seat, type StoredRecord } from '@tablier/core';
import { finderOf } from '@tablier/games/find';
import { expose } from 'comlink';
import { importBotGame } from '../../games/bot-games.ts';
import { loadPart } from '../../lib/load-part.ts';
import { READY } from '../../lib/run-worker.ts';

/** A finished game, or a puzzle with the move of the user, as plain data. */
export type AnalysedGame = Required<Omit<StoredRecord, 'format' | 'counts' | 'end'>>;

/** Milliseconds of work between two checks for messages of the page. */
const SLICE_MS = 30;

let signal = { aborted: false };

/** Lets the worker receive messages. A timer would wait for 4 ms each time. */
const channel = new MessageChannel();
const turnOfLoop = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });

function pauses(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < SLICE_MS) return;
    await turnOfLoop();
    last = performance.now();
  };
}

async function gameOf({ game, rules }: AnalysedGame) {
  const newest = await importBotGame(game);
  const isEarlier = newest?.rulesVersion !== rules;
  const earlier = isEarlier ? (await loadPart(() => import('@tablier/games/earlier'))).earlierGames : [];
  return finderOf(newest === undefined ? [] : [newest], earlier)(game, rules);
}

async function playedOf(asked: AnalysedGame): Promise<PlayedGame> {
  const game = await gameOf(asked);
  if (game === undefined) throw new Error(`there are no rules ${asked.rules} of ${asked.game}`);
  const { options, players, deal } = asked;
  return { game, setup: { options, players, deal }, moves: movesIn(game, asked.moves) };
}

/** Runs in the worker. It gets whole games and puzzles, never a game that is being played. */
const api = {
  /** Analyses one ply and reports the results. Returns whether it was completed; false if it was stopped. */
  async analyse(
    asked: AnalysedGame,
    { ply, ...options }: GameAnalysisOptions & { readonly ply: number },
    report: (found: PlyAnalysis) => Promise<void> | void,
  ): Promise<boolean> {
    const own = { aborted: false };
    signal = own;
    const played = await playedOf(asked);
    const control = { signal: own, pause: pauses() };
    for await (const found of analysePly(played, ply, options, control)) {
      // Until it has arrived: the answer to this call goes another way and may be faster.
      if (!own.aborted) await report(found);
    }
    return !own.aborted;
  },
  /** The analysis of every ply, without the move that was played there. */
  async course(asked: AnalysedGame, options: GameAnalysisOptions): Promise<PlyAnalysis[]> {
    const { moves, ...played } = await playedOf(asked);
    const control = { pause: pauses() };
    const plies: PlyAnalysis[] = [];
    for (let ply = 0; ply <= moves.length; ply++) {
      const last = await lastOf(analysePly({ ...played, moves: moves.slice(0, ply) }, ply, options, control));
      if (last !== null) plies.push(last);
    }
    return plies;
  },
  insight: async (asked: AnalysedGame, ply: number, seat: Seat): Promise<Insight | null> =>
    insightAt(await playedOf(asked), ply, seat, asked.peeks),
  stop(): void {
    signal.aborted = true;
  },
};

export type AnalysisApi = typeof api;

expose(api);
postMessage(READY);
