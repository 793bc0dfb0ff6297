import { checkGame } from '@tablier/testkit';
import { isaac } from '../../src/isaac/index.ts';

checkGame(isaac, { games: 6, fixedFields: ['upTo'] });
