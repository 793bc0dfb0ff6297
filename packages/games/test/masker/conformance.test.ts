import { checkGame, checkGameFiles } from '@tablier/testkit';
import { masker } from '../../src/masker/index.ts';

checkGame(masker, { games: 3, fixedFields: ['limit', 'board.nearLow', 'board.nearHigh'] });
checkGameFiles(masker, new URL('.', import.meta.url));
