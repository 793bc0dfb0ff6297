import type { Warning } from '@tablier/protocol';
import type { Refusal } from '../../lib/connection/server-request.ts';
import { fill } from '../../lib/language.ts';
import { formatRoute } from '../../lib/routes.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import * as m from '../../paraglide/messages.js';
import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadRelationWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** Where something that was reported is: a tournament, or a text. */
export function placeOf({ tournament, text }: Pick<Warning, 'tournament' | 'text'>): string {
  if (tournament !== undefined) return formatRoute({ page: 'tournament', id: tournament.id });
  if (text === undefined) return '/lobby';
  return formatRoute('club' in text ? { page: 'club', id: text.club } : { page: 'game', game: text.article.game });
}

/** What a warning is about, or what was decided: `Your tournament Friday was renamed`. */
export const toldText = (words: Words, { reason, tournament, text }: Warning): string => {
  if (text !== undefined) return words.told_remove_text;
  if (tournament === undefined) return words[`reason_${reason}`];
  const { name, decision } = tournament;
  return fill(decision === 'rename-tournament' ? words.told_rename_tournament : words.told_cancel_tournament, { name });
};

/** Why one of these requests failed, in words; `null` if it did not. */
export function refusalText(words: Words, refusal: Refusal | null): string | null {
  const key = `error_${refusal?.error.replaceAll('-', '_')}`;
  if (refusal === null) return null;
  return Object.hasOwn(words, key) ? words[key as keyof Words] : m.load_failed();
}
