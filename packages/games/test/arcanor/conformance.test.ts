import { checkGame } from '@tablier/testkit';
import { arcanor } from '../../src/index.ts';

checkGame(arcanor, { games: 1 });
