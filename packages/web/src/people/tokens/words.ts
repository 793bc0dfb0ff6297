import type { TokenScope } from '@tablier/protocol';
import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type Words = typeof english;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** What each scope allows. */
export const SCOPES = { read: 'token_read', play: 'token_play', bot: 'token_bot' } as const satisfies Record<
  TokenScope,
  keyof Words
>;

/** `TOKEN_SCOPES` of the protocol, without all of it. */
export const TOKEN_SCOPES = Object.keys(SCOPES) as readonly TokenScope[];
