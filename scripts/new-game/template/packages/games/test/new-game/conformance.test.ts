import { checkGame, checkGameFiles } from '@tablier/testkit';
import { newGame } from '../../src/new-game/index.ts';
checkGame(newGame, { games: 5, fixedFields: ['passed'] });
checkGameFiles(newGame, new URL('.', import.meta.url));
