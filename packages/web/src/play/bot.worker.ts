import { botMove } from '@tablier/ai';
import { findGame } from '@tablier/games';
import { SeededRng } from '@tablier/core';
import { expose } from 'comlink';
import type { BotRequest } from './bot.ts';

/** The bot's side of the wall: it is told what its seat knows, never the position. */
const api = {
  /** The move in notation. What is thrown here arrives as the rejection of the call. */
  choose({ game: id, options, knowledge, level, seed }: BotRequest): string {
    const game = findGame(id);
    if (game === undefined) throw new Error(`unknown game ${id}`);
    return game.formatMove(botMove({ game, options, knowledge }, level, new SeededRng(seed)));
  },
};

export type BotApi = typeof api;

expose(api);
