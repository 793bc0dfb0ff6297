import { checkGame } from '@tablier/testkit';
import { nim } from './nim.ts';
import { ticTacToe } from './tic-tac-toe.ts';
import { tricks } from './tricks.ts';

for (const toy of [nim, ticTacToe, tricks]) checkGame(toy, { games: 5, fixedFields: ['passed'] });
