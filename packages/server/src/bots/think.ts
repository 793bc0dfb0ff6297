import { parentPort } from 'node:worker_threads';
import { answerBot, type BotRequest } from '@tablier/ai';
import { findGame } from '@tablier/games';

parentPort?.on('message', (request: BotRequest) => parentPort?.postMessage(answerBot(findGame, request)));
