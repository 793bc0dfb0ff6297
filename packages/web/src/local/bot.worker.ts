import { answerBot, type BotAnswer, type BotRequest } from '@tablier/ai';
import { findGame } from '@tablier/games';
import { expose } from 'comlink';

/** Runs in the worker, which receives the knowledge of the bot's seat and never the position. */
const api = {
  choose: (request: BotRequest): BotAnswer => answerBot(findGame, request),
};

export type BotApi = typeof api;

expose(api);
