/**
 * Plays a round robin between the levels of a game and a greedy player, and level 1 against a random and a careless one, fits Elo
 * ratings, and writes the table into `docs/notebook/levels.md`:
 *
 *   npm run calibrate -- isaac --games 40 --seed 1 [--levels greedy,1,2,3] [--span 2]
 *
 * Each pair of players that are at most `span` places apart plays `games` games in addition to those that
 * `lab/strength/levels/GAME.json` has for it under this seed. Games of a level whose plan has changed since are dropped.
 * With `--games 0` it writes the table only.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CatalogueGame, findGame } from '@tablier/games';
import { ANCHORS } from './anchors.ts';
import { type Player, playGame } from './levels/play.ts';
import { planText, readSeries, type Series, writeSeries } from './levels/results.ts';
import { PLAYERS, tableOf } from './levels/table.ts';

const DOCS = new URL('../../docs/notebook/levels.md', import.meta.url);

interface Pair {
  readonly first: Player;
  readonly other: Player;
}

/** The pairs of these players that are at most `span` places apart, the stronger first. */
const pairsWithin = (players: readonly Player[], span: number): Pair[] =>
  players.flatMap((other, index) => players.slice(index + 1, index + 1 + span).map((first) => ({ first, other })));

/** The index of the next game of a pair: an even one, so that both games of an opening are played. */
const nextGame = (series: readonly Series[], { first, other }: Pair, seed: string): number =>
  Math.max(
    0,
    ...series
      .filter((each) => each.first === first && each.other === other && each.seed === seed)
      .map(({ from, games }) => from + games + (games & 1)),
  );

function playSeries(
  game: CatalogueGame,
  pair: Pair,
  { seed, from, games }: Pick<Series, 'seed' | 'from' | 'games'>,
): Series {
  const { first, other } = pair;
  let points = 0;
  for (let index = from; index < from + games; index++) points += playGame(game, [first, other], seed, index);
  return { first, other, plans: [planText(game, first), planText(game, other)], seed, from, games, points };
}

function writeTable(game: CatalogueGame, table: string): void {
  const [begin, end] = [`<!-- ${game.id} -->`, `<!-- end of ${game.id} -->`];
  const text = readFileSync(DOCS, 'utf8');
  const [at, until] = [text.indexOf(begin), text.indexOf(end)];
  if (at === -1 || until < at) throw new Error(`docs/notebook/levels.md has no place for ${game.id}`);
  writeFileSync(DOCS, `${text.slice(0, at + begin.length)}\n\n${table}\n\n${text.slice(until)}`);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    levels: { type: 'string', default: PLAYERS.join(',') },
    span: { type: 'string', default: '2' },
  },
});
const game = findGame(positionals[0] ?? '');
if (game === undefined) throw new Error(`unknown game ${positionals[0] ?? ''}`);
const named = values.levels.split(',');
const players = PLAYERS.filter((player) => named.includes(String(player)));
if (players.length !== named.length)
  throw new Error(`unknown level in ${values.levels}: there are ${PLAYERS.join(',')}`);
let series = readSeries(game);
const anchors = players.includes(1) ? ANCHORS.filter((anchor) => anchor !== 'greedy') : [];
const anchored: readonly Pair[] = anchors.map((other) => ({ first: 1, other }));
for (const pair of [...anchored, ...pairsWithin(players, Number(values.span))]) {
  const began = Date.now();
  const played = playSeries(game, pair, {
    seed: values.seed,
    from: nextGame(series, pair, values.seed),
    games: Number(values.games),
  });
  if (played.games === 0) continue;
  series = [...series, played];
  writeSeries(game, series);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.error(`${pair.first} against ${pair.other}: ${played.points} of ${played.games} in ${seconds} s`);
}
const table = tableOf(game, series);
writeTable(game, table);
console.log(table);
