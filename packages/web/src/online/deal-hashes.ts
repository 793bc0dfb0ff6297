import { type Shuffle, verifyShuffle } from '@tablier/core';

const KEY = 'tablier.seals';
/** Tables whose seal is remembered; the oldest is forgotten first. */
const MOST = 100;

/** Where the browser keeps nothing, this page remembers as long as it is open. */
const here = new Map<string, string>();

function readNoted(): Map<string, string> {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const pairs = Array.isArray(data) ? data.filter(isPair) : [];
    return new Map([...pairs, ...here]);
  } catch {
    return here;
  }
}

const isPair = (item: unknown): item is [string, string] =>
  Array.isArray(item) && item.length === 2 && item.every((part) => typeof part === 'string');

/** Remembers the hash that a table showed while the game was on. The first one stays: a server that changes its mind is found out. */
export function noteSeal(table: string, hash: string): void {
  const noted = readNoted();
  if (noted.has(table)) return;
  here.set(table, hash);
  try {
    localStorage.setItem(KEY, JSON.stringify([...noted, [table, hash]].slice(-MOST)));
  } catch {
    // This page remembers it, then.
  }
}

/** The hash that was noted while the game was on; `null` where this browser did not look on. */
export const notedSeal = (table: string): string | null => readNoted().get(table) ?? null;

/** What a check of a deal came to. `right-unnoted`: it fits, but nothing was noted to hold it against. */
export type Verdict = 'right' | 'right-unnoted' | 'wrong-deal' | 'wrong-hash' | 'cannot';

/** Whether deal and nonce fit the hash, and the hash is the one that was noted. */
export async function checkSeal(
  revealed: { readonly record: Shuffle; readonly hash: string; readonly nonce: string },
  noted: string | null,
): Promise<Verdict> {
  if (noted !== null && noted !== revealed.hash) return 'wrong-hash';
  // Browsers hide it outside secure addresses.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return 'cannot';
  const fits = await verifyShuffle(revealed.hash, revealed, (text) => sha256(subtle, text));
  if (!fits) return 'wrong-deal';
  return noted === null ? 'right-unnoted' : 'right';
}

async function sha256(subtle: SubtleCrypto, text: string): Promise<string> {
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
