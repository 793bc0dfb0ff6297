import { isaac } from '@tablier/games';
import type { StoredEvent, StreamHead } from '@tablier/store';
import { describe, expect, test } from 'vitest';
import {
  chatEraser,
  chatGiver,
  chatRedactor,
  isLineBy,
  hasAuthorName,
  tableGiver,
  tableMarker,
  tableRedactor,
} from '../../src/privacy/personal-data.ts';
import { seated, waitingTable } from '../tables/a-table.ts';

const person = (name: string) => ({ id: name.toLowerCase().padEnd(22, '-'), name });
const [ADA, BASIL, CLEO] = [person('Ada'), person('Basil'), person('Cleo')];
const AT = 7000;

const { head } = waitingTable({ chairs: [seated(ADA), { kind: 'open' }], head: { host: ADA.id } });
const stream = (of: unknown = head): StreamHead => ({ id: 't', createdAt: 0, head: of, seq: 2 });
const stored = (seq: number, kind: string, data: object): StoredEvent => ({ seq, at: seq, kind, data });
const sat = stored(1, 'sat', { chair: 1, person: BASIL.id, name: 'Basil', by: `${BASIL.id}_1`, byHash: 'h' });
const stood = stored(2, 'stood', { chair: 1 });
const MARK = { at: AT, kind: 'redacted', data: {} };

describe('a person who leaves a table', () => {
  test('as its host is in neither its head nor its listing', () => {
    const redaction = tableRedactor(ADA.id, AT)(stream(), [sat, stood]);
    expect(redaction?.head).toStrictEqual({
      ...head,
      host: '',
      chairs: [{ kind: 'person', person: '', name: '' }, { kind: 'open' }],
    });
    expect([redaction?.data, redaction?.event]).toEqual([new Map(), MARK]);
    expect(redaction?.listing).toMatchObject({ status: 'open', people: [] });
  });

  test('is in none of its events; the others are not changed', () => {
    const redaction = tableRedactor(BASIL.id, AT)(stream(), [sat, stood]);
    expect(redaction?.head).toBe(head);
    expect(redaction?.data).toEqual(new Map([[1, { chair: 1, person: '', name: '' }]]));
    expect(redaction?.listing).toMatchObject({ status: 'open', people: [ADA.id] });
  });

  test('leaves a listing that is made of the changed events', () => {
    const redaction = tableRedactor(BASIL.id, AT)(stream(), [sat]);
    expect(redaction?.listing?.people).toEqual([ADA.id]);
    expect(JSON.stringify(redaction)).not.toContain('Basil');
  });

  test('is removed although the table cannot be read; it is then in no list', () => {
    const unreadable = { ...head, terms: { ...head.terms, game: 'checkers' } };
    const redaction = tableRedactor(ADA.id, AT)(stream(unreadable), []);
    expect(redaction).toMatchObject({ listing: null, event: MARK, head: { host: '' } });
  });
});

describe('a table that is transferred', () => {
  const give = (from: string, to: string) => tableGiver({ from, to }, AT)(stream(), [sat, stood]);

  test('names the other person in its head', () => {
    const redaction = give(ADA.id, CLEO.id);
    expect(redaction?.head).toStrictEqual({
      ...head,
      host: CLEO.id,
      chairs: [{ kind: 'person', person: CLEO.id, name: 'Ada' }, { kind: 'open' }],
    });
    expect([redaction?.data, redaction?.event]).toEqual([new Map(), MARK]);
    expect(redaction?.listing).toMatchObject({ people: [CLEO.id] });
  });

  test('names the other person in its events', () => {
    const redaction = give(BASIL.id, CLEO.id);
    expect(redaction?.head).toStrictEqual(head);
    expect(redaction?.data).toEqual(
      new Map([[1, { chair: 1, person: CLEO.id, name: 'Basil', by: `${CLEO.id}_1`, byHash: 'h' }]]),
    );
  });

  test('is not changed if it names both, or not the first', () => {
    expect(give(ADA.id, BASIL.id)).toBeNull();
    expect(give(BASIL.id, ADA.id)).toBeNull();
    expect(give(CLEO.id, 'someone'.padEnd(22, '-'))).toBeNull();
  });
});

test('a table that is only marked keeps its head and its events', () => {
  const redaction = tableMarker(AT)(stream(), [sat, stood]);
  expect(redaction).toMatchObject({ head, data: new Map(), event: MARK, listing: { status: 'open' } });
  expect(redaction?.listing?.summary).toMatchObject({ game: isaac.id });
});

describe('the messages of a person in a chat room', () => {
  const said = (seq: number, by: string | null, text: string, name = 'Ada'): StoredEvent =>
    stored(seq, 'said', { at: seq, name, seat: null, text, ...(by !== null && { by: `${by}_${seq}` }) });
  const room: StreamHead = { id: 't players', createdAt: 0, head: { kind: 'chat' }, seq: 4 };
  const events = [
    said(1, ADA.id, 'hello'),
    said(2, BASIL.id, 'hi', 'Basil'),
    said(3, ADA.id, 'bye'),
    said(4, null, ''),
  ];
  const empty = (seq: number) => ({ at: seq, name: '', seat: null, text: '' });

  test('are emptied, and those of others stay', () => {
    expect(chatRedactor(ADA.id)(room, events)).toEqual({
      head: { kind: 'chat' },
      data: new Map([1, 3].map((seq) => [seq, empty(seq)])),
      listing: null,
    });
  });

  test('are transferred with their texts', () => {
    const given = (seq: number, text: string) => [seq, said(seq, CLEO.id, text).data] as const;
    expect(chatGiver(ADA.id, CLEO.id)(room, events)).toEqual({
      head: { kind: 'chat' },
      data: new Map([given(1, 'hello'), given(3, 'bye')]),
      listing: null,
    });
  });

  test('of people without lines do not change the room', () => {
    expect([chatRedactor(CLEO.id)(room, events), chatGiver(CLEO.id, ADA.id)(room, events)]).toEqual([null, null]);
  });

  test('are found by person and by name', () => {
    expect(events.map((event) => isLineBy(event, ADA.id))).toEqual([true, false, true, false]);
    expect(events.map((event) => hasAuthorName(event, 'Basil'))).toEqual([false, true, false, false]);
  });

  test('that are meant are emptied, once each, and counted', () => {
    const counts: number[] = [];
    const erase = (isMeant: (event: StoredEvent) => boolean) =>
      chatEraser(isMeant, (lines) => counts.push(lines))(room, events);
    expect(erase((event) => event.seq >= 2)).toEqual({
      head: { kind: 'chat' },
      data: new Map([2, 3].map((seq) => [seq, empty(seq)])),
      listing: null,
    });
    expect([erase((event) => event.seq === 4), erase(() => false)]).toEqual([null, null]);
    expect(counts).toEqual([2, 0, 0]);
  });
});
