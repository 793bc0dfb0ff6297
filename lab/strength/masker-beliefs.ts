/*
 * Measures the beliefs of Masker's bots over games of players of one kind.
 *
 *   node lab/strength/masker-beliefs.ts PLAYERS GAMES KIND SEED [FILE.svg]
 *
 * KIND is a level, a level with another budget such as `8:1000`, or `random`.
 * Before the first capture of every turn, the seat to move states how probable each colour is for each other side still in. Prints the
 * log-loss (the mean surprise at the true colour, in nats), the same for equal probabilities, and a calibration table; writes the table
 * as a picture. The calibration counts every colour that was possible.
 */
import { writeFileSync } from 'node:fs';
import { chooseMove, planOf } from '@tablier/ai';
import { makeSetup, type Move, NOBODY, parseLevel, SeededRng } from '@tablier/core';
import { masker, type MaskerPosition } from '@tablier/games/masker';
import { colourProbabilities } from '../../packages/games/src/masker/beliefs.ts';
import { seatsOf, sideOf } from '../../packages/games/src/masker/options.ts';

const OPTIONS = { touch: 'side', board: 'flat' } as const;
const BINS = 10;

interface Tally {
  statements: number;
  loss: number;
  uniform: number;
  /** By bin: the colours stated, the sum of their probabilities, and how many were true. */
  readonly bins: { count: number; stated: number; trues: number }[];
}

const tally: Tally = {
  statements: 0,
  loss: 0,
  uniform: 0,
  bins: Array.from({ length: BINS }, () => ({ count: 0, stated: 0, trues: 0 })),
};

function state(position: MaskerPosition): void {
  const { players, turn, owners } = position;
  const knowledge = masker.secrets.knowledge(position, turn);
  for (const [seat, { colour }] of knowledge.seats.entries()) {
    if (colour !== null || seat !== seatsOf(players, sideOf(players, seat))[0]) continue;
    const truth = owners.indexOf(sideOf(players, seat));
    const shares = colourProbabilities(knowledge, seat);
    const possible = shares.filter((share) => share > 0).length;
    if (possible < 2) continue;
    tally.statements++;
    tally.loss -= Math.log(shares[truth] as number);
    tally.uniform += Math.log(possible);
    for (const [number, share] of shares.entries()) {
      const bin = tally.bins[Math.min(BINS - 1, Math.floor(share * BINS))];
      if (share === 0 || bin === undefined) continue;
      bin.count++;
      bin.stated += share;
      bin.trues += number === truth ? 1 : 0;
    }
  }
}

function choose(position: MaskerPosition, kind: string, rng: SeededRng): Move {
  if (kind === 'random') return position.randomMove(rng);
  const [level = '', nodes] = kind.split(':');
  const knowledge = masker.secrets.knowledge(position, position.turn);
  const plan = planOf(masker, parseLevel(level) ?? 8);
  const limits = nodes === undefined ? {} : { nodes: Number(nodes) };
  return chooseMove({ game: masker, options: OPTIONS, knowledge }, plan, rng, limits).move;
}

function playGame(players: number, kind: string, seed: string): void {
  const rng = new SeededRng(seed);
  const deal = masker.deals.draw(OPTIONS, players, rng);
  const setup = makeSetup(masker, { options: OPTIONS, players, deal });
  if (!setup.ok) throw new Error(setup.error.detail);
  const position = masker.start(setup.value);
  while (position.turn !== NOBODY) {
    if (position.trail === 0 && position.gift === null) state(position);
    position.play(choose(position, kind, rng));
  }
}

/** The calibration as a picture: stated probability to the right, share that was true upwards, area by count. */
function picture(title: string): string {
  const size = 400;
  const edge = 48;
  const at = (share: number): string => (edge + share * size).toFixed(1);
  const up = (share: number): string => (edge + (1 - share) * size).toFixed(1);
  const most = Math.max(...tally.bins.map(({ count }) => count));
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((share) => [
    `<text x="${at(share)}" y="${edge + size + 18}" text-anchor="middle">${share}</text>`,
    `<text x="${edge - 8}" y="${up(share)}" text-anchor="end" dominant-baseline="middle">${share}</text>`,
  ]);
  const dots = tally.bins
    .filter(({ count }) => count > 0)
    .map(({ count, stated, trues }) => {
      const radius = (3 + 13 * Math.sqrt(count / most)).toFixed(1);
      return `<circle cx="${at(stated / count)}" cy="${up(trues / count)}" r="${radius}" fill="#2a6f97" fill-opacity="0.7"/>`;
    });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size + 2 * edge} ${size + 2 * edge}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${edge + size / 2}" y="24" text-anchor="middle" font-size="14">${title}</text>`,
    `<rect x="${edge}" y="${edge}" width="${size}" height="${size}" fill="none" stroke="#888"/>`,
    `<line x1="${edge}" y1="${edge + size}" x2="${edge + size}" y2="${edge}" stroke="#888" stroke-dasharray="4 4"/>`,
    ...ticks,
    ...dots,
    `<text x="${edge + size / 2}" y="${size + 2 * edge - 10}" text-anchor="middle">stated probability of a colour</text>`,
    `<text x="14" y="${edge + size / 2}" text-anchor="middle" transform="rotate(-90 14 ${edge + size / 2})">share that was true</text>`,
    '</svg>',
    '',
  ].join('\n');
}

const [players = '2', games = '100', kind = '8:1000', seed = 'beliefs', file] = process.argv.slice(2);
for (let game = 0; game < Number(games); game++) playGame(Number(players), kind, `${seed} ${game}`);
const mean = (sum: number): string => (sum / tally.statements).toFixed(3);
console.log(
  `${players} players, ${kind}, ${games} games: log-loss ${mean(tally.loss)}, uniform ${mean(tally.uniform)}, ${tally.statements} statements`,
);
for (const { count, stated, trues } of tally.bins)
  if (count > 0) console.log(`| ${(stated / count).toFixed(3)} | ${(trues / count).toFixed(3)} | ${count} |`);
if (file !== undefined) writeFileSync(file, picture(`Masker, ${players} players, ${games} games`));
