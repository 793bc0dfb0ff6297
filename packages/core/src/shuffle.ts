import { canonicalJson } from './canonical.ts';
import type { GameRecord } from './record.ts';

/** What chance decided, with what it decided for. The record of a game says all of it. */
export type Shuffle = Pick<GameRecord, 'game' | 'rules' | 'options' | 'players' | 'deal'>;

/** SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string | Promise<string>;

/**
 * The text whose hash is shown before the first move: canonical JSON of the shuffle and a nonce. The nonce, 256 random bits, keeps anybody
 * from finding the deal by hashing all of them.
 */
export function shuffleText({ game, rules, options, players, deal }: Shuffle, nonce: string): string {
  return canonicalJson({ game, rules, options, players, deal, nonce });
}

/** Whether the hash shown at the start is that of the deal and nonce revealed at the end: then the deal was not changed in between. */
export async function verifyShuffle(
  hash: string,
  revealed: { readonly record: Shuffle; readonly nonce: string },
  sha256: Sha256,
): Promise<boolean> {
  return (await sha256(shuffleText(revealed.record, revealed.nonce))) === hash;
}
