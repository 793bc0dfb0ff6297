import { legalMovesOf, NOBODY, SeededRng, type Viewer } from '@tablier/core';
import { SEED } from '@tablier/testkit';
import { describe, expect, test, vi } from 'vitest';
import { type MaskerPosition, type MaskerView, masker } from '../../src/masker/index.ts';
import { setupOf } from './support.ts';
import { type MaskerGame, sampleFault, tokensOf, twinFault, twinTokens, viewersOf, visitRandom } from './two-worlds.ts';

/** In milliseconds. Thousands of positions take seconds on a slow machine; only a hang reaches this limit. */
vi.setConfig({ testTimeout: 60_000 });

const newRng = (name: string) => (title: string) => new SeededRng(`${SEED} ${name} ${title}`);

/** The leaks of a game, but at most `most`: every position and viewer of random games, each compared with one random twin. */
function twinFaults(game: MaskerGame, games: number, most = Infinity): { faults: string[]; compared: number } {
  const faults: string[] = [];
  let compared = 0;
  visitRandom(game, games, newRng('twins'), (at, rng) => {
    for (const viewer of viewersOf(at.setup.players)) {
      if (faults.length >= most) return;
      const twins = twinTokens(at, viewer);
      const twin = twins[rng.below(twins.length)] ?? '';
      if (twin !== at.setup.deal.tokens) compared++;
      const fault = twinFault(game, at, viewer, twin);
      if (fault !== null) faults.push(fault);
    }
  });
  return { faults, compared };
}

function sampleFaults(game: MaskerGame, games: number, most = Infinity): string[] {
  const faults: string[] = [];
  visitRandom(game, games, newRng('samples'), (at, rng) => {
    if (at.position.turn === NOBODY || faults.length >= most) return;
    const seat = rng.below(at.setup.players);
    const fault = sampleFault(game, at, seat, rng);
    if (fault !== null) faults.push(fault);
  });
  return faults;
}

describe(`[M6] hidden information does not leak (TABLIER_SEED=${SEED})`, () => {
  test('a viewer gets the same bytes in two worlds that it must not distinguish', () => {
    const { faults, compared } = twinFaults(masker, 1);
    expect(faults).toEqual([]);
    expect(compared).toBeGreaterThan(600);
  });

  test('a sample has the same view for the seat, and every possible colour is sampled', () => {
    expect(sampleFaults(masker, 1)).toEqual([]);
  });

  test('samples are uniform: 12 worlds of three players at the start', () => {
    const setup = setupOf({ options: { touch: 'side', board: 'flat' }, players: 3 }, 'uniform');
    const knowledge = masker.secrets.knowledge(masker.start(setup), 1);
    const rng = new SeededRng(`${SEED} uniform`);
    const counts = new Map<string, number>();
    for (let draw = 0; draw < 12000; draw++) {
      const tokens = tokensOf(masker.secrets.sample(knowledge, rng));
      counts.set(tokens, (counts.get(tokens) ?? 0) + 1);
    }
    expect(counts.size).toBe(12);
    // The expected count is 1,000 with a standard deviation of 30.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(220);
  });

  test('the legal moves are the choices of every view', () => {
    visitRandom(masker, 1, newRng('choices'), ({ setup, position }) => {
      const legal = [...legalMovesOf(masker, position)];
      for (const viewer of viewersOf(setup.players))
        expect(masker.choices(masker.view(position, viewer))).toEqual(legal);
    });
  });
});

describe('[M6] a leak is caught', () => {
  const leaky = (change: (view: MaskerView, position: MaskerPosition) => object): MaskerGame => ({
    ...masker,
    view: (position: MaskerPosition, viewer: Viewer) => {
      const view = masker.view(position, viewer);
      return { ...view, ...change(view, position) };
    },
  });

  test.each<[string, MaskerGame]>([
    ['tokens in the view', leaky((_, position) => ({ tokens: tokensOf(position) }))],
    ['whether red has an owner', leaky((_, position) => ({ red: position.owners[1] !== NOBODY }))],
    ['whether the mover has one cross left', leaky((_, position) => ({ danger: moverLeft(position) === 1 }))],
    [
      'tokens in the knowledge',
      withSecrets({ knowledge: (position, seat) => ({ ...masker.view(position, seat), tokens: tokensOf(position) }) }),
    ],
    [
      'a choice that depends on a token',
      { ...masker, view: (position, seat) => ({ ...masker.view(position, seat), turnIndex: moverLeft(position) }) },
    ],
  ])('%s', (_, game) => {
    expect(twinFaults(game, 1, 1).faults).toHaveLength(1);
  });

  test.each<[string, MaskerGame]>([
    ['samples that never give purple away', withSecrets({ sample: withoutPurple })],
    [
      'samples that always give the first colour',
      withSecrets({
        sample: (knowledge, rng, into) =>
          masker.secrets.sample(knowledge, { below: () => 0 }, into ?? masker.secrets.sample(knowledge, rng)),
      }),
    ],
  ])('%s', (_, game) => {
    expect(sampleFaults(game, 1, 1)).toHaveLength(1);
  });
});

function withSecrets(changed: Partial<MaskerGame['secrets']>): MaskerGame {
  return { ...masker, secrets: { ...masker.secrets, ...changed } };
}

function moverLeft(position: MaskerPosition): number {
  const side = position.players === 4 ? position.turn & 1 : position.turn;
  return position.board.left[position.owners.indexOf(side)] ?? 0;
}

function withoutPurple(
  knowledge: MaskerView,
  rng: { below(bound: number): number },
  into?: MaskerPosition,
): MaskerPosition {
  for (let draws = 0; draws < 50; draws++) {
    const world = masker.secrets.sample(knowledge, rng, into);
    if (!tokensOf(world).includes('P')) return world;
  }
  return masker.secrets.sample(knowledge, rng, into);
}
