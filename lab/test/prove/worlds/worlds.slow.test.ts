import { describe, expect, test, vi } from 'vitest';
import { MUTATIONS } from '../../../prove/worlds/mutations.ts';
import { runMutation } from '../../../prove/worlds/run-mutation.ts';
import { worlds } from '../../../prove/worlds/index.ts';

/** Servers and whole games: only a hang reaches this limit. */
vi.setConfig({ testTimeout: 1_200_000 });

const SEED = 'slow test';
/** One of each kind: Arcanor, and Masker for two, three and four. `npm run prove -- worlds` plays 2,000. */
const PAIRS = 4;

describe('two worlds that differ in what a client cannot know', () => {
  test(`send it the same, byte by byte, on every channel (seed ${SEED})`, async () => {
    const output: string[] = [];
    const { ok, figures } = await worlds.run(
      { games: PAIRS, lanes: 2, store: 'sqlite', seed: SEED, mutations: 0 },
      (line) => output.push(line),
    );
    // As one text: a list is cut in the report of a failure, and the text says what differs.
    expect(output.join('\n')).toBe('');
    expect(figures).toMatchObject({ pairs: PAIRS, blind: 0, leaks: 0, idle: [] });
    expect(ok).toBe(true);
  });
});

test('a mutation is detected', async () => {
  // `npm run prove -- worlds --mutations 99` plants every one.
  const mutation = MUTATIONS.find(({ name }) => name.startsWith('the initial state'));
  if (mutation === undefined) throw new Error('there is no such mutation');
  const { isDetected, output } = await runMutation(mutation, 40);
  expect(isDetected, output).toBe(true);
});
