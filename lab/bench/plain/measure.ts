/**
 * The opponent of the C program: `measure GAME SECONDS SEED` prints a tally of random games as JSON. It is bundled before it runs, as the
 * program and the bots of the page are. From the sources the same games take up to a third as much time again: the machine code then loads the constants
 * of other modules at each use.
 */
import { findGame } from '@tablier/games';
import { playRandomGames, setupOf } from './random-games.ts';

/** Processor time until all code is compiled. Seconds. */
const WARM_UP = 0.6;

const [id = '', seconds, seed] = process.argv.slice(2);
const game = findGame(id);
if (game === undefined) throw new Error(`there is no game "${id}"`);
const setup = setupOf(game, Number(seed));
playRandomGames(game, setup, WARM_UP, Number(seed));
console.log(JSON.stringify(playRandomGames(game, setup, Number(seconds), Number(seed) + 1)));
