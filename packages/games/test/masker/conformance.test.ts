import { checkGame } from '@tablier/testkit';
import { masker } from '../../src/masker/index.ts';

checkGame(masker, { games: 3 });
