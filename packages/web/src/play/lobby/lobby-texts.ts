import { isolated } from '@tablier/protocol/language';
import type { Seat } from '@tablier/core';
import type { TableSummary } from '@tablier/protocol';
import * as m from '../../paraglide/messages.js';
import { occupantName } from '../../table/match-ui/match-texts.ts';
import { ratingText } from '../../people/ratings/words.ts';
import { listOf } from '../../lib/people.ts';

type Chair = TableSummary['chairs'][number];

/** The name in a seat, as all users see it. Guests are distinguished from accounts, and rated players have their rating. */
export function playerText(chair: Chair): string {
  const name = isolated(nameText(chair));
  if (chair.kind !== 'person') return name;
  if (chair.rating !== undefined) return `${name} (${ratingText(chair.rating)})`;
  if (chair.program) return `${name} ${m.online_note_program()}`;
  return chair.guest ? `${name} ${m.online_note_guest()}` : name;
}

function nameText(chair: Chair): string {
  if (chair.kind === 'open') return m.online_chair_open();
  return chair.kind === 'invited' ? chair.name : occupantName(chair);
}

/** The players who often left or missed games; empty for none. */
export const absencesText = (chairs: readonly Chair[]): string =>
  chairs
    .flatMap((chair) =>
      chair.kind === 'person' && chair.absences !== undefined
        ? [m.player_absences({ name: chair.name, ...chair.absences })]
        : [],
    )
    .join(' ');

/** The players who sit at a table or are expected: `Ada, Grace and Bot, Hare (3)`. */
export const peopleText = (chairs: readonly Chair[]): string =>
  listOf(chairs.filter(({ kind }) => kind !== 'open').map(playerText));

export const namesText = (chairs: readonly Chair[]): string => listOf(chairs.map(nameText));

export const othersText = (chairs: readonly Chair[], own: Seat | null): string =>
  peopleText(chairs.filter((_, seat) => seat !== own));

export const freeSeats = (chairs: readonly Chair[]): number[] =>
  chairs.flatMap(({ kind }, chair) => (kind === 'open' ? [chair] : []));

export function resultText({ chairs, places }: TableSummary): { readonly title: string; readonly rest: string } {
  const won = chairs.filter((_, seat) => places?.[seat] === 1);
  const lost = chairs.filter((_, seat) => places?.[seat] !== 1);
  if (lost.length === 0) return { title: m.lobby_draw(), rest: namesText(won) };
  return {
    title: m.lobby_won({ names: namesText(won), count: won.length }),
    rest: m.lobby_against({ names: namesText(lost) }),
  };
}
