import { checkGame } from '@tablier/testkit';
import { isaac } from '../../src/isaac/index.ts';
import { randomGames } from '../random-games.ts';

checkGame(isaac, { games: randomGames(6), fixedFields: ['upTo'] });
