import { checkGame, checkGameFiles } from '@tablier/testkit';
import { arcanor } from '../../src/index.ts';

checkGame(arcanor, { games: 1, fixedFields: ['history.words'] });
checkGameFiles(arcanor, new URL('.', import.meta.url));
