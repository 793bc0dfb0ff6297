import { NOBODY, plainText, replayText } from '@tablier/core';
import { expect, test } from 'vitest';
import { nasca } from '../../src/nasca/index.ts';
import { fixture } from './helpers.ts';

const find = (id: string) => (id === nasca.id ? nasca : undefined);
const linesOf = (name: string): string[] => fixture(name).split('\n').filter(Boolean);

/** `records-v1.jsonl` is frozen: whoever must change it has changed the rules and raises `rulesVersion`. */
for (const [name, count] of [
  ['examples.jsonl', 8],
  ['records-v1.jsonl', 24],
] as const) {
  test(`the records of ${name} replay: every move, count and end`, () => {
    const lines = linesOf(name);
    expect(lines).toHaveLength(count);
    for (const line of lines) {
      const replayed = replayText(find, line);
      expect(replayed.ok ? null : replayed.error, line.slice(0, 120)).toBeNull();
    }
  });
}

test('the frozen records meet every landscape, both numbers of rounds and every reading of walls', () => {
  const met = new Set(
    linesOf('records-v1.jsonl').flatMap((line) => {
      const replayed = replayText(find, line);
      return replayed.ok
        ? Object.entries(replayed.value.record.options).map(([name, value]) => `${name}=${value}`)
        : [];
    }),
  );
  const declared = Object.entries(nasca.options).flatMap(([name, { values }]) =>
    values.map((value) => `${name}=${value}`),
  );
  expect(met).toEqual(new Set(declared));
});

/** `playthrough.txt`: a record, then the board before the moves at which a reader wants to see it, and at the end. */
test('the playthrough is as it was', () => {
  const expected = fixture('playthrough.txt');
  const replayed = replayText(find, expected.slice(0, expected.indexOf('\n')));
  if (!replayed.ok) throw new Error(replayed.error.name);
  const { record, setup } = replayed.value;
  const position = nasca.start(setup);
  const pages = [`${JSON.stringify(record)}\n`];
  const show = (title: string): void => {
    pages.push(`${title}\n${plainText(nasca.draw(nasca.view(position, 'spectator')))}\n`);
  };
  for (const [index, text] of record.moves.entries()) {
    if ([0, 8, 16, 21].includes(index)) show(`Before move ${index + 1}, ${text}: ${position.countMoves()} legal`);
    position.play(nasca.parseMove(text) ?? -1);
  }
  expect(position.turn).toBe(NOBODY);
  show(`The end: ${position.outcome().scores.join(' to ')}`);
  expect(pages.join('\n')).toBe(expected);
});
