import { answerBot, type BotAnswer, type BotRequest } from '@tablier/ai';
import { finderOf } from '@tablier/games/find';
import { expose } from 'comlink';
import { importRules } from '../games/rules-files.ts';

/** Runs in the worker, which receives the knowledge of the bot's seat and never the position. */
const api = {
  choose: async (request: BotRequest): Promise<BotAnswer> => {
    const game = await importRules(request.game);
    return answerBot(finderOf(game === undefined ? [] : [game], []), request);
  },
};

export type BotApi = typeof api;

expose(api);
