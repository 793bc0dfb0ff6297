/*
 * How often what the bots state comes true. Prints tables in Markdown.
 *
 *   npm run reliability -- [--games 100] [--nodes 1000] [--seed 1] [--beliefs random,1,2,3,4]
 *
 * Chances of winning: for every position of games of level 8 with this many nodes against itself, in all games of the catalogue. Beliefs:
 * before each turn in Masker, what the seat to move believes about the other's colour, in games of each player against itself.
 */
import { parseArgs } from 'node:util';
import { chooseMove, outcomeValues, planOf, seatTask, statedValues } from '@tablier/ai';
import { NOBODY, parseLevel, SeededRng } from '@tablier/core';
import { type CatalogueGame, games } from '@tablier/games';
import { masker } from '@tablier/games/masker';
import { openingOf, type Player, playerMove } from './levels/play.ts';

const BINS = 10;

/** What was stated and whether it came true (1), did not (0), or was a draw (0.5). */
export class Reliability {
  readonly #stated = new Float64Array(BINS);
  readonly #true = new Float64Array(BINS);
  readonly #counts = new Float64Array(BINS);
  #loss = 0;

  get statements(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** The mean log-loss in nats. */
  get loss(): number {
    return this.#loss / this.statements;
  }

  add(stated: number, came: number): void {
    const bin = Math.min(BINS - 1, Math.floor(stated * BINS));
    this.#stated[bin] = (this.#stated[bin] as number) + stated;
    this.#true[bin] = (this.#true[bin] as number) + came;
    this.#counts[bin] = (this.#counts[bin] as number) + 1;
    const kept = Math.min(1 - 1e-6, Math.max(1e-6, stated));
    this.#loss -= came * Math.log(kept) + (1 - came) * Math.log(1 - kept);
  }

  /** `.68 → .62 (210)` for every bin with statements. */
  get bins(): string {
    const cells = [...this.#counts].map((count, bin) => {
      const mean = (sums: Float64Array): string => ((sums[bin] as number) / count).toFixed(2).replace(/^0/, '');
      return count === 0 ? '' : `${mean(this.#stated)} → ${mean(this.#true)} (${count})`;
    });
    return cells.filter((cell) => cell !== '').join(', ');
  }
}

/** The chances of winning that an analysis states for the seat to move, in games of level 8 against itself. */
export function chancesOf(game: CatalogueGame, count: number, nodes: number, seed: string): Reliability {
  const found = new Reliability();
  for (let index = 0; index < count; index++) {
    const { setup, moves } = openingOf(game, seed, index);
    const position = game.start(setup);
    for (const move of moves) position.play(game.parseMove(move) ?? 0);
    const rng = new SeededRng(`${seed} ${index}`);
    const stated: { readonly seat: number; readonly share: number }[] = [];
    while (position.turn !== NOBODY) {
      const task = seatTask(game, setup.options, position);
      const { move, info } = chooseMove(task, planOf(game, 8), rng, { nodes });
      const values = statedValues(game.advice.analysis ?? {}, info.values, info.isProven);
      const seat = position.turn;
      if (!info.isProven && info.nodes > 0) stated.push({ seat, share: values[seat] as number });
      position.play(move);
    }
    const ends = new Float64Array(2);
    outcomeValues(position.outcome(), ends);
    for (const { seat, share } of stated) found.add(share, ends[seat] as number);
  }
  return found;
}

/** The beliefs about the other's colour, their log-loss a statement, and that of equal probabilities. */
export function beliefsOf(player: Player, count: number, seed: string) {
  const found = new Reliability();
  let [statements, loss, equal] = [0, 0, 0];
  for (let index = 0; index < count; index++) {
    const { setup } = openingOf(masker, seed, index);
    const position = masker.start(setup);
    const rng = new SeededRng(`${seed} ${player} ${index}`);
    for (let turn = -1; position.turn !== NOBODY;) {
      const knowledge = masker.secrets.knowledge(position, position.turn);
      const seen = { setup, seat: position.turn, knowledge, moves: [], peeks: [] };
      const [secret] = turn === position.turnIndex ? [] : (masker.advice.insight?.secrets(seen) ?? []);
      turn = position.turnIndex;
      if (secret !== undefined) {
        const truth = masker.advice.insight?.truth(position, secret.of);
        for (const { value, probability } of secret.possible) found.add(probability, Number(value === truth));
        loss -= Math.log(secret.possible.find(({ value }) => value === truth)?.probability ?? 1e-9);
        equal += Math.log(secret.possible.length);
        statements++;
      }
      position.play(playerMove({ game: masker, options: setup.options, knowledge }, player, rng));
    }
  }
  return { found, statements, loss: loss / statements, equal: equal / statements };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      games: { type: 'string', default: '100' },
      nodes: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      beliefs: { type: 'string', default: 'random,1,2,3,4' },
    },
  });
  const count = Number(values.games);
  console.log('| game | statements | log-loss | stated → true (statements) |\n| --- | --: | --: | --- |');
  for (const game of games) {
    const found = chancesOf(game, count, Number(values.nodes), values.seed);
    console.log(`| ${game.id} | ${found.statements} | ${found.loss.toFixed(3)} | ${found.bins} |`);
  }
  console.log(
    '\n| players | statements | equal | log-loss | stated → true (colours) |\n| --- | --: | --: | --: | --- |',
  );
  for (const name of values.beliefs.split(',')) {
    const { found, statements, loss, equal } = beliefsOf(parseLevel(name) ?? 'random', count, values.seed);
    console.log(`| ${name} | ${statements} | ${equal.toFixed(3)} | ${loss.toFixed(3)} | ${found.bins} |`);
  }
}
