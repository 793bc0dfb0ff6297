import { checkGameFiles } from '@tablier/testkit';
import { expect, test } from 'vitest';
import { nasca } from '../../src/nasca/index.ts';
import { fixture } from './helpers.ts';

/*
 * The perft lines up to south-america come from independent programs; the later ones were counted by the oracle of this folder. The count
 * of depth 3 from the empty board, 235792388, takes too long for every test run.
 */
checkGameFiles(nasca, new URL('.', import.meta.url));

test('the frozen records cover every landscape, both numbers of rounds and all rules for walls', () => {
  const records = fixture('records-v1.jsonl');
  for (const [name, { values }] of Object.entries(nasca.options)) {
    for (const value of values) expect(records).toContain(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  }
});
