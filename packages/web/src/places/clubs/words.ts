import type { TournamentSummary } from '@tablier/protocol';
import { findGame } from '../../games/catalogue.ts';
import { dateText } from '../../lib/dates.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import { clockText } from '../../play/online/time-controls.ts';
import type english from './words.en.json';

export type Words = typeof english;

export const loadClubWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

export const problemOf = (words: Words, error: string): string =>
  (words as Readonly<Record<string, string>>)[`club_error_${error.replaceAll('-', '_')}`] ?? words.club_error_other;

export const factsOf = ({ game, clock }: TournamentSummary): string =>
  `${findGame(game)?.name ?? game} · ${clockText(clock)}`;

export const whenOf = (words: Words, { status, startsAt }: TournamentSummary, length: 'long' | 'short'): string =>
  status === 'running' ? words.club_running : startsAt === null ? words.club_undated : dateText(startsAt, length);
