import { answerBot, hintFor, judgeMove, SearchMemory } from '@tablier/ai';
import type { BotAnswer, BotGame, BotRequest, Hint, Judgement, ScoreUnit, Task } from '@tablier/ai';
import { finderOf } from '@tablier/games/find';
import type { Move } from '@tablier/core';
import { expose } from 'comlink';
import { importBotGame } from '../../games/bot-games.ts';
import { READY } from '../../lib/run-worker.ts';

/** A position to search for a person, as plain data: the knowledge of the seat to move, never the position. */
export interface AdviceRequest extends Pick<BotRequest, 'game' | 'options' | 'knowledge' | 'seed'> {
  readonly nodes: number;
  /** The moves that a hint prefers if they are good. Absent: none. */
  readonly preferred?: readonly Move[];
}

export type Judged = Judgement & { readonly unit: ScoreUnit };

async function rulesOf(id: string): Promise<BotGame> {
  const game = await importBotGame(id);
  if (game === undefined) throw new Error(`unknown game ${id}`);
  return game;
}

const taskOf = (game: BotGame, { options, knowledge }: AdviceRequest): Task => ({ game, options, knowledge });

const memory = new SearchMemory();

const api = {
  choose: async (request: BotRequest): Promise<BotAnswer> => {
    const game = await importBotGame(request.game);
    return answerBot(finderOf(game === undefined ? [] : [game], []), request, memory);
  },
  /** Loads the rules of a game, so that the first answer is not late. */
  prepare: async (game: string): Promise<void> => void (await importBotGame(game)),
  /** The best move of the seat to move. Ended early only with the worker. */
  hint: async (request: AdviceRequest): Promise<Hint | null> =>
    hintFor(taskOf(await rulesOf(request.game), request), request),
  judge: async (request: AdviceRequest & { readonly move: number }): Promise<Judged | null> =>
    judgeMove(taskOf(await rulesOf(request.game), request), request.move, request),
};

export type BotApi = typeof api;

expose(api);
postMessage(READY);
