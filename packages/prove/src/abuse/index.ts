import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OptionValues, Proof, Verdict } from '../lib/proof.ts';
import { attackAll } from './attack-all.ts';
import { ATTACKS } from './attacks/index.ts';
import { isFlat } from './memory.ts';
import { besiege, type Siege, type SiegeSettings } from './fuzz-run.ts';

const defaults = { messages: 1_000_000, lines: 48, tables: 6, crawlers: 20, attack: '', scale: 'full', seed: '' };

/** One message in so many, and so many at least, are sent while the limits of everyday hold: enough for each line to run into them. */
const LIMITED = { oneIn: 50, least: 3000 };

/** What `--attack` calls the messages by the million. */
const FUZZ = 'fuzz';

export const abuse: Proof<typeof defaults> = {
  claim: 'whatever is sent, it is answered by name or ends its line, and nobody else notices',
  defaults,
  run: async (options, say) => {
    const { attack, scale } = options;
    const names = attack === '' ? [FUZZ, ...ATTACKS.map(({ name }) => name)] : attack.split(',');
    const attacks = ATTACKS.filter(({ name }) => names.includes(name));
    const problem = problemOf(names, scale);
    if (problem !== null) {
      say(problem);
      return { ok: false, figures: { problem } };
    }
    const seed = options.seed === '' ? String(randomInt(2 ** 31)) : options.seed;
    say(`seed ${seed}`);
    const fuzzed = names.includes(FUZZ) ? await fuzz({ ...options, seed }, say) : NOTHING;
    const plan = { attacks, scale: scale === 'short' ? 'short' : 'full', seed } as const;
    const attacked = attacks.length > 0 ? await attackAll(plan, say) : NOTHING;
    return { ok: fuzzed.ok && attacked.ok, figures: { seed, ...fuzzed.figures, ...attacked.figures } };
  },
};

const NOTHING: Verdict = { ok: true, figures: {} };

/** What is wrong with `--attack` and `--scale`; `null` for nothing. */
function problemOf(names: readonly string[], scale: string): string | null {
  const known = [FUZZ, ...ATTACKS.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `unknown attack ${unknown}: there are ${known.join(', ')}`;
  return scale === 'short' || scale === 'full' ? null : `--scale is short or full, not ${scale}`;
}

/** Messages by the million, nonsense most of them. */
async function fuzz(options: OptionValues<typeof defaults>, say: (line: string) => void): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-abuse-'));
  try {
    return await besiegeTwice(folder, options, say);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function besiegeTwice(
  folder: string,
  { seed, messages, tables, lines, crawlers }: OptionValues<typeof defaults>,
  say: (line: string) => void,
): Promise<Verdict> {
  const few = Math.max(LIMITED.least, Math.ceil(messages / LIMITED.oneIn));
  const shared: Omit<SiegeSettings, 'folder' | 'messages' | 'isLimited'> = { seed, lines, tables, crawlers };
  say('with the limits of everyday');
  const limited = await besiege({ ...shared, folder: join(folder, 'a'), messages: few, isLimited: true }, say);
  say('without limits');
  const open = await besiege({ ...shared, folder: join(folder, 'b'), messages: messages - few, isLimited: false }, say);
  // A limit that nobody runs into is none.
  const limits = { tooMany: limited.tally.count('too-many'), endedForThat: limited.tally.count('closed tooMany') };
  const held = limits.tooMany > 0 && limits.endedForThat > 0;
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

const isSound = ({ wrong }: Siege): boolean => Object.values(wrong).every((count) => count === 0);

const figuresOf = ({ tally, seconds, wrong, memory, journal, slowRequestsEnded, told }: Siege) => ({
  sent: tally.sent,
  seconds: Math.round(seconds),
  perSecond: Math.round(tally.sent / seconds),
  linesOpened: tally.lines,
  wrong,
  memoryMiB: memory,
  slowRequestsEnded,
  honestGames: journal.tables.length,
  honestMoves: journal.waits.length,
  honestMs: percentiles(journal.waits),
  answers: Object.fromEntries([...tally.answers].sort((left, right) => right[1] - left[1])),
  told,
});

function percentiles(waits: readonly number[]): Readonly<Record<string, number>> {
  const sorted = [...waits].sort((left, right) => left - right);
  const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
