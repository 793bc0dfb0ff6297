import { parentPort } from 'node:worker_threads';
import { botMove } from '@tablier/ai';
import { SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { BotAnswer, BotRequest } from './request.ts';

function answerTo({ game: id, rules, options, knowledge, level, seed }: BotRequest): BotAnswer {
  const game = findGame(id, rules);
  if (game === undefined) return { error: `unknown game ${id}, rules ${rules}` };
  try {
    return { move: game.formatMove(botMove({ game, options, knowledge }, level, new SeededRng(seed))) };
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort?.on('message', (request: BotRequest) => parentPort?.postMessage(answerTo(request)));
