import type { ClockTerms } from '@tablier/match';
import { phaseOf, type TableState } from '../tables/table-state.ts';
import { shownName } from '../tables/shown-names.ts';
import type { Writer } from './page-texts.ts';

/** What the link to a waiting table says: whoever has the link sees all of it at the table. */
export interface Invitation {
  readonly game: string;
  /** The name of the person who invites; empty if it is not shown. */
  readonly name: string;
  readonly clock: ClockTerms;
}

/** `null` unless the match has yet to begin. A banned or deleted person is not named. */
export function invitationOf(state: TableState, isBanned: (person: string) => boolean): Invitation | null {
  if (phaseOf(state) !== 'waiting') return null;
  const { host, terms } = state.head;
  const chair = state.chairs.find((each) => each.kind === 'person' && each.person === host);
  const name = chair?.kind !== 'person' || isBanned(host) ? '' : shownName(state.names, chair);
  return { game: state.game.id, name, clock: terms.clock };
}

/** `5 min + 3 s`, as the lobby writes it. */
export function clockWords(clock: ClockTerms, writer: Writer): string {
  if (clock.system === 'none') return writer.text('online_clock_none');
  if (clock.system === 'days')
    return writer.text(clock.days === 1 ? 'meta_clock_day' : 'meta_clock_days', { days: String(clock.days) });
  const numbers = Object.entries(clock).map(([field, value]) => [
    field,
    field === 'base' ? minutes(Number(value), writer.language) : String(value),
  ]);
  const says = {
    'sudden-death': 'clock_says_sudden_death',
    fischer: 'clock_says_fischer',
    bronstein: 'clock_says_bronstein',
    delay: 'clock_says_delay',
    'byo-yomi': 'clock_says_byo_yomi',
  } as const;
  return writer.text(says[clock.system], Object.fromEntries(numbers) as Record<string, string>);
}

const minutes = (seconds: number, language: string): string =>
  (seconds / 60).toLocaleString(language, { maximumFractionDigits: 2 });
