import { parentPort, workerData } from 'node:worker_threads';
import { answerBot, type BotRequest } from '@tablier/ai';
import { findGame } from '@tablier/games';
import { addGameFile } from '../lib/game-file.ts';

/** `workerData`: the paths of the games that are no part of the program. */
for (const path of (workerData as readonly string[] | null) ?? []) await addGameFile(path);
parentPort?.on('message', (request: BotRequest) => parentPort?.postMessage(answerBot(findGame, request)));
