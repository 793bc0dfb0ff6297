import { join } from 'node:path';
import type { StorePlace } from '@tablier/store';
import { percentilesOf } from '../lib/figures.ts';
import { type NewDatabase, withDatabases, withFolder } from '../lib/databases.ts';
import { noProgress, type OptionValues, type Proof, type Report, seedOf, type Verdict } from '../lib/proof.ts';
import { attackAll } from './attack-all.ts';
import { ATTACKS } from './attacks/index.ts';
import { type FuzzRun, type FuzzRunSettings, isFlat, runFuzz } from './fuzz-run.ts';

const defaults = {
  messages: 1_000_000,
  connections: 48,
  tables: 6,
  crawlers: 20,
  attack: '',
  scale: 'full',
  /** The database behind the messages. The attacks use SQLite, except those that need PostgreSQL. */
  store: 'sqlite',
  seed: '',
};

/** The messages that are sent while the default limits apply: one in 50, and at least 3000, so that each connection reaches them. */
const LIMITED = { oneIn: 50, least: 3000 };

/** The value of `--attack` for the messages of the fuzzer. */
const FUZZ = 'fuzz';

export const abuse: Proof<typeof defaults> = {
  claim:
    'the server answers every message, valid or not, by name or closes the connection, and other users notice nothing',
  defaults,
  run: async (options, print, at = noProgress) => {
    const { attack, scale } = options;
    const names = attack === '' ? [FUZZ, ...ATTACKS.map(({ name }) => name)] : attack.split(',');
    const attacks = ATTACKS.filter(({ name }) => names.includes(name));
    const problem = problemOf(names, scale);
    if (problem !== null) {
      print(problem);
      return { ok: false, figures: { problem } };
    }
    const seed = seedOf(options);
    print(`seed ${seed}`);
    const fuzzed = names.includes(FUZZ) ? await fuzz({ ...options, seed }, { print, at }) : NOT_RUN;
    const plan = { attacks, scale: scale === 'short' ? 'short' : 'full', seed } as const;
    const attacked = attacks.length > 0 ? await attackAll(plan, { print, at }) : NOT_RUN;
    return { ok: fuzzed.ok && attacked.ok, figures: { seed, ...fuzzed.figures, ...attacked.figures } };
  },
};

const NOT_RUN: Verdict = { ok: true, figures: {} };

/** What is wrong with `--attack` and `--scale`; `null` if nothing is. */
function problemOf(names: readonly string[], scale: string): string | null {
  const known = [FUZZ, ...ATTACKS.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `unknown attack ${unknown}: there are ${known.join(', ')}`;
  return scale === 'short' || scale === 'full' ? null : `--scale is short or full, not ${scale}`;
}

/** Sends messages by the million, most of them malformed. */
const fuzz = (options: OptionValues<typeof defaults>, report: Report): Promise<Verdict> =>
  withFolder((folder) =>
    withDatabases(options.store, (newDatabase) => fuzzTwice({ folder, newDatabase }, options, report)),
  );

interface Databases {
  /** The folder of the servers' folders. */
  readonly folder: string;
  readonly newDatabase: NewDatabase;
}

async function fuzzTwice(
  { folder, newDatabase }: Databases,
  { seed, messages, tables, connections, crawlers }: OptionValues<typeof defaults>,
  { print, at }: Report,
): Promise<Verdict> {
  const few = Math.max(LIMITED.least, Math.ceil(messages / LIMITED.oneIn));
  const shared: Omit<FuzzRunSettings, 'place' | 'messages' | 'isLimited'> = { seed, connections, tables, crawlers };
  const onSent = (sent: number): void => {
    at(sent, messages);
    print(`${sent} messages`);
  };
  print('with the default limits');
  const placeIn = async (name: string): Promise<StorePlace> => ({
    folder: join(folder, name),
    url: await newDatabase(),
  });
  const limited = await runFuzz({ ...shared, place: await placeIn('a'), messages: few, isLimited: true }, onSent);
  print('without limits');
  const open = await runFuzz(
    { ...shared, place: await placeIn('b'), messages: messages - few, isLimited: false },
    (sent) => onSent(few + sent),
  );
  // A limit that was never reached proves nothing.
  const limits = { tooMany: limited.tally.count('too-many'), closedForIt: limited.tally.count('closed tooMany') };
  const held = limits.tooMany > 0 && limits.closedForIt > 0;
  return {
    ok: [limited, open].every(isSound) && held && isFlat(open.memory),
    figures: {
      sent: limited.tally.sent + open.tally.sent,
      limits,
      limited: figuresOf(limited),
      open: figuresOf(open),
    },
  };
}

const isSound = ({ wrong }: FuzzRun): boolean => Object.values(wrong).every((count) => count === 0);

const figuresOf = ({ tally, seconds, wrong, memory, journal, slowRequestsEnded, samples }: FuzzRun) => ({
  sent: tally.sent,
  seconds: Math.round(seconds),
  perSecond: Math.round(tally.sent / seconds),
  connectionsOpened: tally.connections,
  wrong,
  memoryMiB: memory,
  slowRequestsEnded,
  honestGames: journal.tables.length,
  honestMoves: journal.waits.length,
  honestMs: percentilesOf(journal.waits),
  answers: Object.fromEntries([...tally.answers].sort((left, right) => right[1] - left[1])),
  samples,
});
