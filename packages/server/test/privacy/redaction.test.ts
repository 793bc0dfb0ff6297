import { readFileSync } from 'node:fs';
import type { StoredEvent } from '@tablier/store';
import { describe, expect, test } from 'vitest';
import { CHAT_STREAM } from '../../src/tables/logs/chat.ts';
import { TABLE_STREAM } from '../../src/tables/state/table-stream.ts';

/** The logs of tables and chats in a database of an earlier version. */
function logsIn(file: string) {
  const rows = readFileSync(new URL(`../previous/${file}.backup`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('['))
    .map((line) => JSON.parse(line) as readonly [string, Readonly<Record<string, string | number | null>>]);
  const events = rows.flatMap(([table, row]) => (table === 'event' ? [row] : []));
  return rows.flatMap(([table, { id, head }]) => {
    const read = table === 'match' ? (JSON.parse(String(head)) as { readonly kind: string }) : null;
    const type = read?.kind === 'table' ? TABLE_STREAM : read?.kind === 'chat' ? CHAT_STREAM : null;
    const own = events
      .filter((event) => event['match'] === id)
      .map(({ seq, at, kind, data }): StoredEvent => {
        return { seq: Number(seq), at: Number(at), kind: String(kind), data: JSON.parse(String(data)) as unknown };
      });
    return type === null ? [] : [{ type, head: read as unknown, events: own }];
  });
}

/** Everything in a log that has the form of a person's id: alone, or at the beginning of the key of a command. */
const peopleIn = (data: unknown): readonly string[] =>
  [...JSON.stringify(data).matchAll(/"(?:person|host)":"([\w-]{22})"|"by":"([\w-]{22})_/g)].map(
    ([, id, author]) => id ?? author ?? '',
  );

describe.each(['before-pinned-rules', 'account-logs'])('the logs of %s', (file) => {
  const logs = logsIn(file);

  test('match their stream types', () => {
    expect(logs.length).toBeGreaterThan(4);
    for (const { type, head, events } of logs) {
      expect(() => type.readHead(head)).not.toThrow();
      for (const event of events) expect(() => type.readEvent(event)).not.toThrow();
    }
  });

  test('contain no ids after all people were removed', () => {
    for (const { type, head, events } of logs) {
      const people = new Set(peopleIn([head, events]));
      expect(people.size).toBeGreaterThan(0);
      let [leftHead, left] = [head, events];
      for (const person of people) {
        expect(type.names(person, { head: leftHead, events: left })).toBe(true);
        leftHead = type.headWithout(leftHead, person);
        left = left.map((event) => ({ ...event, data: type.dataWithout(event, person) }));
      }
      const text = JSON.stringify([leftHead, left]);
      for (const person of people) expect(text).not.toContain(person);
      for (const name of ['Ada', 'Basil', 'Cleo', 'Dora', 'Eve']) expect(text).not.toContain(name);
      expect(() => left.map((event) => type.readEvent(event))).not.toThrow();
    }
  });

  test('contain only the id of the other person after a transfer', () => {
    for (const { type, head, events } of logs) {
      const [person = ''] = peopleIn([head, events]);
      const to = 'x'.repeat(22);
      const given = [
        type.headGiven(head, person, to),
        events.map((event) => ({ ...event, data: type.dataGiven(event, person, to) })),
      ];
      expect(JSON.stringify(given)).toBe(JSON.stringify([head, events]).replaceAll(person, to));
    }
  });
});
