import type { Seat } from '@tablier/core';
import type { TableSummary } from '@tablier/protocol';
import * as m from '../paraglide/messages.js';
import { text } from '../text.ts';

type Chair = TableSummary['chairs'][number];

/** Who sits in a chair, for everybody. */
export function chairText(chair: Chair): string {
  if (chair.kind === 'bot') return m.who_bot({ level: text(`level_${chair.level}`) });
  return chair.kind === 'open' ? m.online_chair_open() : chair.name;
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(m.language_tag(), { type: 'conjunction' }).format(names);

/** Those who sit at a table or are expected: `Ada, Grace and Bot, medium`. */
export const peopleText = (chairs: readonly Chair[]): string =>
  listOf(chairs.filter(({ kind }) => kind !== 'open').map(chairText));

/** The same without one of them. */
export const othersText = (chairs: readonly Chair[], own: Seat | null): string =>
  peopleText(chairs.filter((_, seat) => seat !== own));

/** The chairs on which anybody may sit down. */
export const freeChairs = (chairs: readonly Chair[]): number[] =>
  chairs.flatMap(({ kind }, chair) => (kind === 'open' ? [chair] : []));

/** How a game ended: `Ada wins`, and against whom. */
export function resultText({ chairs, places }: TableSummary): { readonly title: string; readonly rest: string } {
  const won = chairs.filter((_, seat) => places?.[seat] === 1);
  const lost = chairs.filter((_, seat) => places?.[seat] !== 1);
  if (lost.length === 0) return { title: m.lobby_draw(), rest: peopleText(won) };
  return {
    title: m.lobby_won({ names: peopleText(won), count: won.length }),
    rest: m.lobby_against({ names: peopleText(lost) }),
  };
}

const MINUTE = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** How long ago something was: `3 minutes ago`, `now`. */
export function agoText(at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(m.language_tag(), { numeric: 'auto', style: 'short' });
  const [unit, length] = UNITS.find(([, each]) => now - at >= each) ?? ['second', Number.POSITIVE_INFINITY];
  return format.format(-Math.floor(Math.max(0, now - at) / length), unit);
}
