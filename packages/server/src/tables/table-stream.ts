import { LEVELS } from '@tablier/core';
import { CLAIMS, clockTerms, PACE_NAMES, SEATINGS, SHOWN_VISIBILITIES, TAKE_BACKS } from '@tablier/protocol';
import { defineStream } from '@tablier/store';
import * as z from 'zod/mini';

const seat = z.int();
const person = z.string();
const name = z.string();
const table = z.string();

const occupant = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), link: z.exactOptional(z.literal(true)), declined: z.exactOptional(z.string()) }),
  z.object({ kind: z.literal('invited'), person, name }),
  z.object({ kind: z.literal('person'), person, name }),
  z.object({ kind: z.literal('bot'), level: z.enum(LEVELS) }),
]);

const head = z.object({
  kind: z.literal('table'),
  rules: z.exactOptional(z.int()),
  terms: z.object({
    game: z.string(),
    options: z.record(z.string(), z.union([z.string(), z.number()])),
    clock: clockTerms,
    takeBack: z.enum(TAKE_BACKS),
    visibility: z.enum(SHOWN_VISIBILITIES),
    seating: z.enum(SEATINGS),
    deal: z.exactOptional(z.unknown()),
  }),
  pace: z.exactOptional(z.enum(PACE_NAMES)),
  host: person,
  chairs: z.array(occupant),
  rematchOf: z.nullable(table),
  commandHash: z.exactOptional(z.string()),
});

/** Of every event: when it took effect, and the command that asked for it. */
const every = {
  at: z.int(),
  by: z.exactOptional(z.string()),
  byHash: z.exactOptional(z.string()),
};
const nothing = z.object(every);
const bySeat = z.object({ ...every, seat });
const atTable = z.object({ ...every, table });

/** A table: what it was opened with, what happens at it, and where both name people. */
export const TABLE_STREAM = defineStream('a table', {
  head,
  events: {
    sat: z.object({ ...every, chair: seat, person, name }),
    stood: z.object({ ...every, chair: seat }),
    declined: z.object({ ...every, chair: seat }),
    seeking: nothing,
    meeting: atTable,
    met: atTable,
    unmet: atTable,
    closed: nothing,
    began: z.object({ ...every, seats: z.array(occupant), deal: z.unknown(), nonce: z.nullable(z.string()) }),
    'rematch-agreed': bySeat,
    'rematch-declined': bySeat,
    redacted: nothing,
    moved: z.object({ ...every, seat, move: z.string(), lag: z.exactOptional(z.number()) }),
    peeked: z.object({ ...every, seat, peek: z.string(), seen: z.unknown() }),
    resigned: bySeat,
    'draw-offered': bySeat,
    'draw-agreed': bySeat,
    'draw-declined': bySeat,
    'take-back-asked': z.object({ ...every, seat, to: z.int() }),
    'take-back-agreed': bySeat,
    'take-back-declined': bySeat,
    'taken-back': z.object({ ...every, seat, to: z.int() }),
    aborted: bySeat,
    claimed: z.object({ ...every, seat, absent: seat, as: z.enum(CLAIMS) }),
    'vacation-began': bySeat,
    'vacation-ended': bySeat,
    'timed-out': bySeat,
    started: nothing,
    paused: nothing,
    resumed: nothing,
    restarted: z.object({
      ...every,
      aliveAt: z.int(),
      awaited: z.exactOptional(z.object({ seats: z.array(seat), until: z.int() })),
    }),
    returned: nothing,
  },
  personal: {
    head: [
      { owner: 'host', form: 'id' },
      { at: 'chairs.*', owner: 'person', form: 'id', empties: ['name'] },
    ],
    events: {
      sat: [{ owner: 'person', form: 'id', empties: ['name'] }],
      began: [{ at: 'seats.*', owner: 'person', form: 'id', empties: ['name'] }],
    },
    everyEvent: [{ owner: 'by', form: 'command', removes: ['byHash'] }],
  },
});

export type StoredTableHead = ReturnType<typeof TABLE_STREAM.readHead>;
export type StoredTableEvent = ReturnType<typeof TABLE_STREAM.readEvent>;
