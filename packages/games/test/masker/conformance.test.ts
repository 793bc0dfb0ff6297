import { checkGame, checkGameFiles } from '@tablier/testkit';
import { masker } from '../../src/masker/index.ts';
import { randomGames } from '../random-games.ts';

checkGame(masker, { games: randomGames(3), fixedFields: ['limit', 'board.nearLow', 'board.nearHigh'] });
checkGameFiles(masker, new URL('.', import.meta.url));
