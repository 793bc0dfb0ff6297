import { isolated } from '@tablier/protocol/language';
import type { Game, Seat } from '@tablier/core';
import type { ProtocolError, TableView } from '@tablier/protocol';
import * as m from '../paraglide/messages.js';
import { People } from '../lib/people.ts';
import { turnText } from '../match-ui/match-texts.ts';
import { occupantName, sentenceName } from '../match-ui/occupants.ts';
import { errorText, hasText, text } from '../lib/text.ts';
import { ratingText } from '../ratings/rating-texts.ts';

/** Why a table cannot be shown. */
export function tableErrorText({ name }: ProtocolError): string {
  const key = `online_table_${name}`;
  return hasText(key) ? text(key) : errorText(name);
}

/** Whether the error may be temporary, so that another attempt makes sense. */
export const mayPass = ({ name }: ProtocolError): boolean =>
  name === 'unavailable' || name === 'internal' || name === 'too-many';

/** The names at the table, by seat. */
export const playerNames = ({ chairs }: TableView): string[] =>
  chairs.map((chair) => {
    if (chair.kind === 'open') {
      if (chair.link) return m.online_chair_link();
      return chair.declined ? m.online_chair_declined({ name: chair.declined }) : m.online_chair_open();
    }
    if (chair.kind === 'invited') return m.online_chair_invited({ name: chair.name });
    return occupantName(chair);
  });

/** The names of the players in a sentence, by seat. */
export const sentenceNames = (view: TableView): string[] =>
  playerNames(view).map((name, seat) => {
    const chair = view.chairs[seat];
    return chair?.kind === 'bot' ? sentenceName(chair) : name;
  });

/** Notes next to the names: ratings, the user is addressed, guests and programs are distinguished from accounts, absent players are marked. */
export const playerNotes = (view: TableView, here: readonly boolean[]): string[] =>
  view.chairs.map((chair, seat) => {
    if (chair.kind !== 'person' || chair.name === '') return '';
    const rating = chair.rating === undefined ? '' : ratingText(chair.rating);
    const note = seat === view.you ? m.online_note_you() : presenceNote(chair, here[seat] === false);
    return [rating, note].filter(Boolean).join(' ');
  });

type SeatedPerson = Extract<TableView['chairs'][number], { readonly kind: 'person' }>;

function presenceNote({ guest, program }: SeatedPerson, isAway: boolean): string {
  if (program) return isAway ? m.online_note_program_away() : m.online_note_program();
  if (guest) return isAway ? m.online_note_guest_away() : m.online_note_guest();
  return isAway ? m.online_note_away() : '';
}

/** Names and notes in one text, by seat. */
export function annotatedNames(view: TableView, here: readonly boolean[]): string[] {
  const notes = playerNotes(view, here);
  return playerNames(view).map((name, seat) => [isolated(name), notes[seat]].filter(Boolean).join(' '));
}

/** How sentences name the seats of a table. */
export const peopleAt = (game: Game, view: TableView): People =>
  new People(game, { own: view.you, called: sentenceNames(view) });

/** Whose turn it is and the task. */
export function onlineTurnText(game: Game, table: TableView): string {
  const { chairs, match } = table;
  if (match === null || match.end !== null) return m.turn_over();
  const { view } = match;
  return turnText(game, view, peopleAt(game, table), { isBot: chairs[view.turn]?.kind === 'bot' });
}

/** The name of a person in a seat. */
export function nameAt({ chairs }: TableView, seat: Seat): string {
  const chair = chairs[seat];
  return chair?.kind === 'person' ? chair.name || m.account_gone() : '';
}

/** Whether a player deleted their account, so that no rematch is possible. */
export const hasGone = ({ chairs }: TableView): boolean =>
  chairs.some((chair) => chair.kind === 'person' && chair.name === '');

/** The state of the rematch, once the game is over; empty if it has not been offered or all have agreed. */
export function rematchText(view: TableView): string {
  const { you, rematch } = view;
  if (you === null || rematch.table !== null) return '';
  if (rematch.agreed.includes(you)) return hasGone(view) ? m.online_rematch_none() : m.online_rematch_asked();
  const [other] = rematch.agreed;
  return other === undefined ? '' : m.online_rematch_question({ name: nameAt(view, other) });
}
