import type { PositionError } from '@tablier/core';
import { fill } from '../../lib/language.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import { joined } from '../../lib/people.ts';
import { findGame } from '../../games/catalogue.ts';
import type english from './words.en.json';

export { fill };
export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/**
 * Where the study is. `account`: also in the account. `device`: in this browser only, by choice or as a guest. `waiting`: to be sent.
 * `full`: the account has as many as it may have. `refused`: it is too large for the account. `unsaved`: the browser stores nothing.
 * `split`: it was changed elsewhere, too; the changes of this browser are now a study of their own.
 */
export type KeptState = 'account' | 'device' | 'waiting' | 'full' | 'refused' | 'unsaved' | 'split';

export const stateText = (words: Words, state: KeptState): string => words[`study_state_${state}`];

/** Why a text is no position of a game. */
export function positionFault(words: Words, game: string, { field, reason, value }: PositionError): string {
  const why = words[`position_fault_${reason}`];
  return fill(words.position_wrong, { game, field, reason: fill(why, { value }) });
}

/** The title of a study; one without a title is named after its games. */
export function titleOf(words: Words, title: string, gameIds: readonly string[]): string {
  if (title.trim() !== '') return title;
  const names = [...new Set(gameIds)].map((id) => findGame(id)?.name ?? id);
  return fill(words.study_untitled, { games: joined(names) });
}

/** Sends the form of a field of several lines with Enter, as that of a field of one. */
export function submitOnEnter(event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
