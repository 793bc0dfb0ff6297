import { canonicalJson } from './canonical.ts';
import type { GameRecord } from './record.ts';

/** The deal and the setup that it was drawn for. All fields are part of the record of a game. */
export type Shuffle = Pick<GameRecord, 'game' | 'rules' | 'options' | 'players' | 'deal'>;

/** SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string | Promise<string>;

/**
 * The text whose hash is shown before the first move: canonical JSON of the shuffle and a nonce. The nonce has 256 random bits, so that
 * no one can find the deal by hashing all possible deals.
 */
export function shuffleText({ game, rules, options, players, deal }: Shuffle, nonce: string): string {
  return canonicalJson({ game, rules, options, players, deal, nonce });
}

/** Whether the hash shown before the first move matches the deal and nonce revealed at the end. If so, the deal was not changed. */
export async function verifyShuffle(
  hash: string,
  revealed: { readonly record: Shuffle; readonly nonce: string },
  sha256: Sha256,
): Promise<boolean> {
  return (await sha256(shuffleText(revealed.record, revealed.nonce))) === hash;
}
