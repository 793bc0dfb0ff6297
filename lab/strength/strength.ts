/**
 * Measures what the moves of the levels give up, and writes the page *Strength* from all committed measurements:
 *
 *   npm run strength -- [--measure isaac,nasca] [--positions 100] [--nodes 10000] [--seed 1]
 *   npm run format
 *   npm run strength -- --wins 100 [--games arcanor] [--seed 1]
 *
 * With `--wins` it prints how many of so many wins in one each level misses, and writes nothing. Without `--measure` it prints the share of moves that lose more than 30 % of a win, with a dip test, and writes `docs/strength.md` and
 * `strength.json` of each game only.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SeededRng } from '@tablier/core';
import { type CatalogueGame, findGame, games } from '@tablier/games';
import { wilson } from './levels/elo.ts';
import { planText, readSeries } from './levels/results.ts';
import { gradesOf, shareText } from './levels/table.ts';
import { modesTest } from './lost/dip.ts';
import { lostChance, type LevelMoves, type LostChance, missedWins } from './lost/measure.ts';

export const PAGE = new URL('../../docs/strength.md', import.meta.url);
/** A move that loses more, in thousandths of a win, is a bad one. */
const BAD = 300;
/** Smaller losses are all alike: the search that judges is no surer. */
const NOISE = 50;

interface Rival {
  readonly game: string;
  readonly rival: keyof typeof NAMES;
  /** Processor time of a move, about the same for both. */
  readonly ms: number;
  readonly points: number;
  readonly games: number;
}

const RIVALS = JSON.parse(readFileSync(new URL('levels/rivals.json', import.meta.url), 'utf8')) as readonly Rival[];

const NAMES = {
  alpha_beta: 'alpha-beta',
  uct: 'UCT with uniform playouts',
  guesser: 'determiniser',
  guessers: 'two determinisers, three seats',
  samplers: 'two samplers, three seats',
  cheater: 'a cheater who sees all tokens',
};

const fileOf = ({ id }: CatalogueGame): URL => new URL(`lost/${id}.json`, import.meta.url);

/** The moves of the levels whose plans are those of today. */
function readMoves(game: CatalogueGame): readonly LevelMoves[] {
  if (!existsSync(fileOf(game))) return [];
  const { levels } = JSON.parse(readFileSync(fileOf(game), 'utf8')) as LostChance;
  return levels.filter(({ level, plan }) => plan === planText(game, level));
}

const percent = (share: number): string => `${Math.round(100 * share)}`;

/** Tenths matter below ten only. */
const short = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);

const badShare = ({ lost }: LevelMoves): number => lost.filter((loss) => loss > BAD).length / lost.length;

/** How many moves of each level lose more than 30 % of a win, and whether their losses have more than one mode. */
function lostTable(game: CatalogueGame): string {
  const rows = readMoves(game).map((moves) => {
    const share = badShare(moves);
    const [low, high] = wilson(share, moves.lost.length).map(percent);
    const losses = moves.lost.map((loss) => Math.max(loss, NOISE));
    const { dip, p } = modesTest(losses, new SeededRng('dip'));
    const mean = moves.lost.reduce((sum, loss) => sum + loss, 0) / moves.lost.length / 10;
    const cells = [`${percent(share)} (${low}–${high})`, mean.toFixed(1), dip.toFixed(3), p.toFixed(2)];
    return `| ${[moves.level, moves.lost.length, ...cells].join(' | ')} |`;
  });
  return [
    `${game.name}\n`,
    '| level | moves | lose over 30 %, in % | mean loss, in % | dip | p |\n| --- | --: | --- | --: | --: | --: |',
    ...rows,
  ].join('\n');
}

function gradeTable(game: CatalogueGame): string {
  const moves = readMoves(game);
  const rows = gradesOf(readSeries(game)).map(({ level, elo, below }) => {
    const found = moves.find((each) => each.level === level);
    const cells = found === undefined ? ['', ''] : [found.ms.map(short).join('–'), percent(badShare(found))];
    return `| ${[level, elo, shareText(below), ...cells].join(' | ')} |`;
  });
  return [
    `## ${game.name}\n`,
    '| level | Elo | against the one below | ms | bad |\n| --- | --: | --- | --: | --: |',
    ...rows,
  ].join('\n');
}

/** A share of points and its 95 % interval, in percent, rounded as in the document, and the games. */
function siteShare(points: number, count: number): readonly number[] {
  const share = points / count;
  return [...[share, ...wilson(share, count)].map((part) => Math.round(100 * Number(part.toFixed(2)))), count];
}

const rivalsOf = ({ id }: CatalogueGame): readonly Rival[] => RIVALS.filter(({ game }) => game === id);

/**
 * What the page of the site shows. By level: its Elo, the median processor time of a move in milliseconds, and its games against the
 * level below. By rival: its name, the processor time of a move, and the games of the search of level 8 against it.
 */
export function siteFigures(game: CatalogueGame) {
  const moves = readMoves(game);
  return {
    levels: gradesOf(readSeries(game)).map(
      ({ level, elo, below: { games: count, points } = { games: 1, points: 0 } }) => {
        const time = moves.find((each) => each.level === level)?.ms[0] ?? 0;
        return [elo, Number(short(time)), ...siteShare(points, count)];
      },
    ),
    rivals: rivalsOf(game).map(({ rival, ms, points, games: count }) => [rival, ms, ...siteShare(points, count)]),
  };
}

export const siteFile = ({ id }: CatalogueGame): URL =>
  new URL(`../../packages/games/src/${id}/strength.json`, import.meta.url);

const rivalRow = ({ game, rival, ms, points, games: count }: Rival): string =>
  `| ${[findGame(game)?.name, NAMES[rival], ms, shareText({ games: count, points }, 3)].join(' | ')} |`;

const rivals = (): string =>
  [
    RIVALS_LEAD,
    '| game | rival | ms a move | share, of games |\n| --- | --- | --: | --- |',
    ...RIVALS.map(rivalRow),
  ].join('\n') + RIVALS_END;

const INTRODUCTION = `# Strength

How strong the eight [levels](levels.md) are, by games from the start with two seats and the first
preset of each game.

- **Elo**: \`greedy\` has 0. It knows nothing of the bots and plays by one obvious rule, such as the
  most points. Level 1 is for a child who knows only the rules.
- **Against the one below**: the share of points, with its 95 % interval; of level 1, against
  \`greedy\`.
- **ms**: processor time of a move in milliseconds, the median and the 95th percentile.
- **bad**: how many of 100 moves lose more than 30 % of a win, in open positions that are the same
  for all levels.

\`npm run strength\` writes this page from the committed measurements and tests whether the moves are
of two kinds. A missing value has not been measured since the level changed.`;

const RIVALS_LEAD = `## Against other programs

The search of level 8 against searches that share no code with it, at about equal processor time.
[The notebook](notebook/levels.md) has the commands.
`;

const RIVALS_END = `

With three seats a third would be equal strength. Determinisers in C, with 11 to 27 ms a move, held
it to 0.42 of 90 games.`;

/** The page *Strength* from the committed measurements. */
export const strengthPage = (): string => `${[INTRODUCTION, ...games.map(gradeTable), rivals()].join('\n\n')}\n`;

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      measure: { type: 'string', default: '' },
      positions: { type: 'string', default: '100' },
      nodes: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      wins: { type: 'string' },
      games: { type: 'string', default: games.map(({ id }) => id).join() },
    },
  });
  const gamesIn = (ids: string): CatalogueGame[] =>
    ids
      .split(',')
      .filter(Boolean)
      .map((id) => {
        const game = findGame(id);
        if (game === undefined) throw new Error(`unknown game ${id}`);
        return game;
      });
  if (values.wins !== undefined) {
    for (const game of gamesIn(values.games))
      console.log(
        `${game.name}: levels 1 to 8 miss ${missedWins(game, Number(values.wins), values.seed).join(', ')} of ${values.wins} wins in one`,
      );
    process.exit();
  }
  for (const game of gamesIn(values.measure)) {
    const found = lostChance(game, Number(values.positions), { seed: values.seed, nodes: Number(values.nodes) });
    writeFileSync(fileOf(game), `${JSON.stringify(found)}\n`);
  }
  for (const game of games) {
    console.log(`${lostTable(game)}\n`);
    writeFileSync(siteFile(game), `${JSON.stringify(siteFigures(game))}\n`);
  }
  writeFileSync(PAGE, strengthPage());
}
