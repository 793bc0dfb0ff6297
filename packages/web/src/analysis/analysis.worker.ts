import { analysePly, type GameAnalysisOptions, type PlyAnalysis } from '@tablier/ai';
import type { Options } from '@tablier/core';
import { finderOf } from '@tablier/games/find';
import { expose } from 'comlink';
import { importRules } from '../games/rules-files.ts';

/** A finished game, or a puzzle with the move of the user, as plain data. */
export interface AnalysedGame {
  readonly game: string;
  /** The version of its rules. */
  readonly rules: number;
  readonly options: Options;
  readonly players: number;
  readonly deal: unknown;
  /** In notation. */
  readonly moves: readonly string[];
}

/** Milliseconds of work between two looks at the messages of the page. */
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
  const newest = await importRules(game);
  const isEarlier = newest?.rulesVersion !== rules;
  const earlier = isEarlier ? (await import('@tablier/games/earlier')).earlierGames : [];
  return finderOf(newest === undefined ? [] : [newest], earlier)(game, rules);
}

/** Runs in the worker. It gets whole games and puzzles, never a game that is being played. */
const api = {
  /** Analyses one ply and reports what is found. Returns whether it came to its end; not if it was stopped. */
  async analyse(
    played: AnalysedGame,
    { ply, ...options }: GameAnalysisOptions & { readonly ply: number },
    report: (found: PlyAnalysis) => void,
  ): Promise<boolean> {
    const own = { aborted: false };
    signal = own;
    const game = await gameOf(played);
    if (game === undefined) throw new Error(`there are no rules ${played.rules} of ${played.game}`);
    const { options: rules, players, deal } = played;
    const moves = played.moves.map((text) => game.parseMove(text) ?? 0);
    const setup = { options: rules, players, deal };
    const control = { signal: own, pause: pauses() };
    for await (const found of analysePly({ game, setup, moves }, ply, options, control)) {
      if (!own.aborted) report(found);
    }
    return !own.aborted;
  },
  /** Stops the analysis that is running. */
  stop(): void {
    signal.aborted = true;
  },
};

export type AnalysisApi = typeof api;

expose(api);
