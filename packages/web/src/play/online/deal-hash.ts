import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';
import { type Shuffle, verifyShuffle } from '@tablier/core';
import { readJson, writeJson } from '../../lib/local-storage.ts';

export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

const KEY = 'tablier.seals';
/** The number of tables whose hash is stored; the oldest are dropped. */
const MOST = 100;

/** A copy for browsers without storage; it lasts as long as the page. */
const ofThisPage = new Map<string, string>();

function readStored(): Map<string, string> {
  const data = readJson(KEY);
  return new Map([...(Array.isArray(data) ? data.filter(isPair) : []), ...ofThisPage]);
}

const isPair = (item: unknown): item is [string, string] =>
  Array.isArray(item) && item.length === 2 && item.every((part) => typeof part === 'string');

/** Stores the hash that a table showed during the game. The first one is kept, so a server that changes it is detected. */
export function storeDealHash(table: string, hash: string): void {
  const stored = readStored();
  if (stored.has(table)) return;
  ofThisPage.set(table, hash);
  writeJson(KEY, [...stored, [table, hash]].slice(-MOST));
}

export const storedDealHash = (table: string): string | null => readStored().get(table) ?? null;

/** The result of a check, as its text is called. `right_unnoted`: the deal fits, but no hash was stored to compare it with. */
export type Verdict = 'right' | 'right_unnoted' | 'wrong_deal' | 'wrong_hash' | 'cannot';

export async function checkDeal(
  revealed: { readonly record: Shuffle; readonly hash: string; readonly nonce: string },
  noted: string | null,
): Promise<Verdict> {
  if (noted !== null && noted !== revealed.hash) return 'wrong_hash';
  // Browsers hide it at addresses without encryption.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return 'cannot';
  const fits = await verifyShuffle(revealed.hash, revealed, (text) => sha256(subtle, text));
  if (!fits) return 'wrong_deal';
  return noted === null ? 'right_unnoted' : 'right';
}

async function sha256(subtle: SubtleCrypto, text: string): Promise<string> {
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
