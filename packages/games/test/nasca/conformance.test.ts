import { checkGame } from '@tablier/testkit';
import { nasca } from '../../src/nasca/index.ts';

checkGame(nasca, { games: 1, fixedFields: ['rounds', 'wallRules'] });
