import { CLAIMS } from '@tablier/match';
import { LEVEL_ALIAS_NAMES, LEVELS } from '@tablier/core';
import {
  absences as shownAbsences,
  clockTerms,
  PACE_NAMES,
  SEATINGS,
  SHOWN_VISIBILITIES,
  shownRating,
  TAKE_BACKS,
} from '@tablier/protocol';
import { defineStream } from '@tablier/store';
import * as z from 'zod/mini';

const seat = z.int();
const person = z.string();
const name = z.string();
/** Whether they had no credential then. Absent in tables of older versions and for deleted people. */
const guest = z.exactOptional(z.boolean());
const program = z.exactOptional(z.literal(true));
const ladder = program;
const rating = z.exactOptional(shownRating);
/** How many of their newest games they had left or missed then, if that is shown. */
const absences = z.exactOptional(shownAbsences);
const table = z.string();

const occupant = z.discriminatedUnion('kind', [
  // `link`: for anyone who has the link. `declined`: the name of the invited person who declined.
  z.object({ kind: z.literal('open'), link: z.exactOptional(z.literal(true)), declined: z.exactOptional(z.string()) }),
  z.object({ kind: z.literal('invited'), person, name }),
  z.object({ kind: z.literal('person'), person, name, guest, program, ladder, rating, absences }),
  // `strength` is the level; absent if the bot was requested by an earlier name, `level`.
  z.object({ kind: z.literal('bot'), level: z.enum(LEVEL_ALIAS_NAMES), strength: z.exactOptional(z.literal(LEVELS)) }),
]);

const head = z.object({
  kind: z.literal('table'),
  /** The rules version. Absent in older tables (`rulesOf`). */
  rules: z.exactOptional(z.int()),
  /** Options are complete; chairs are below. */
  terms: z.object({
    game: z.string(),
    options: z.record(z.string(), z.union([z.string(), z.number()])),
    clock: clockTerms,
    takeBack: z.enum(TAKE_BACKS),
    visibility: z.enum(SHOWN_VISIBILITIES),
    seating: z.enum(SEATINGS),
    rated: z.exactOptional(z.boolean()),
    sofa: z.exactOptional(z.literal(true)),
    deal: z.exactOptional(z.unknown()),
  }),
  pace: z.exactOptional(z.enum(PACE_NAMES)),
  host: person,
  chairs: z.array(occupant),
  rematchOf: z.nullable(table),
  tournament: z.exactOptional(z.string()),
  /** Of the command that opened the table; absent without one, and in logs from before hashes. */
  commandHash: z.exactOptional(z.string()),
});

const every = { by: z.exactOptional(z.string()), byHash: z.exactOptional(z.string()) };
const nothing = z.object(every);
const bySeat = z.object({ ...every, seat });
const atTable = z.object({ ...every, table });
/** Of every event of a match: when it took effect, too. */
const timed = { ...every, at: z.int() };
const moment = z.object(timed);
const timedBySeat = z.object({ ...timed, seat });

export const TABLE_STREAM = defineStream('a table', {
  head,
  events: {
    sat: z.object({ ...every, chair: seat, person, name, guest, program, ladder, rating, absences }),
    stood: z.object({ ...every, chair: seat }),
    declined: z.object({ ...every, chair: seat }),
    seeking: nothing,
    /** Its host is about to sit down at another table. Until that is settled, no one can sit down here. */
    meeting: atTable,
    /** Settled; `table` is repeated because the host may by now be about to sit down at another. */
    met: atTable,
    unmet: atTable,
    closed: nothing,
    /** From here on chairs are seats. `deal` and `nonce` are secret until the end; without chance `nonce` is `null`. */
    began: z.object({ ...every, seats: z.array(occupant), deal: z.unknown(), nonce: z.nullable(z.string()) }),
    /** With `until` it is a new offer, which ends then; without, it agrees to the offer that stands. */
    'rematch-agreed': z.object({ ...every, seat, until: z.exactOptional(z.int()) }),
    /** Of a seat that had agreed: it withdraws. */
    'rematch-declined': bySeat,
    redacted: nothing,
    moved: z.object({ ...timed, seat, move: z.string(), lag: z.exactOptional(z.number()) }),
    peeked: z.object({ ...timed, seat, peek: z.string(), seen: z.unknown() }),
    resigned: timedBySeat,
    'draw-offered': timedBySeat,
    'draw-agreed': timedBySeat,
    'draw-declined': timedBySeat,
    'take-back-asked': z.object({ ...timed, seat, to: z.int() }),
    'take-back-agreed': timedBySeat,
    'take-back-declined': timedBySeat,
    'taken-back': z.object({ ...timed, seat, to: z.int() }),
    aborted: z.object({ ...timed, seat, absent: z.exactOptional(z.array(seat)) }),
    claimed: z.object({ ...timed, seat, absent: seat, as: z.enum(CLAIMS) }),
    'vacation-began': timedBySeat,
    'vacation-ended': timedBySeat,
    'timed-out': timedBySeat,
    started: moment,
    paused: moment,
    resumed: moment,
    restarted: z.object({
      ...timed,
      aliveAt: z.int(),
      awaited: z.exactOptional(z.object({ seats: z.array(seat), until: z.int() })),
    }),
    returned: moment,
  },
  personal: {
    head: [
      { owner: 'host', form: 'id' },
      { at: 'chairs.*', owner: 'person', form: 'id', empties: ['name'], removes: ['guest', 'rating', 'absences'] },
    ],
    events: {
      sat: [{ owner: 'person', form: 'id', empties: ['name'], removes: ['guest', 'rating', 'absences'] }],
      began: [
        { at: 'seats.*', owner: 'person', form: 'id', empties: ['name'], removes: ['guest', 'rating', 'absences'] },
      ],
    },
    everyEvent: [{ owner: 'by', form: 'command', removes: ['byHash'] }],
  },
});
