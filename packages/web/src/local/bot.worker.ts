import { answerBot, type BotAnswer, type BotRequest } from '@tablier/ai';
import { findGame } from '@tablier/games';
import { expose } from 'comlink';

/** Runs in the worker, which receives what the bot's seat knows and never the position. */
const api = {
  choose: (request: BotRequest): BotAnswer => answerBot(findGame, request),
};

export type BotApi = typeof api;

expose(api);
