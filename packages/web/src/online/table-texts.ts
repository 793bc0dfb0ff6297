import type { Game, Seat } from '@tablier/core';
import type { ProtocolError, TableView } from '@tablier/protocol';
import * as m from '../paraglide/messages.js';
import { People } from '../lib/people.ts';
import { turnText } from '../match-ui/match-texts.ts';
import { occupantName, sentenceName } from '../match-ui/occupants.ts';
import { errorText, hasText, text } from '../lib/text.ts';

/** Why there is nothing to be seen of a table. */
export function tableErrorText({ name }: ProtocolError): string {
  const key = `online_table_${name}`;
  return hasText(key) ? text(key) : errorText(name);
}

/** Whether it may be otherwise the next time, so that trying again makes sense. */
export const mayPass = ({ name }: ProtocolError): boolean =>
  name === 'unavailable' || name === 'internal' || name === 'too-many';

/** Who sits in each chair. */
export const chairNames = ({ chairs }: TableView): string[] =>
  chairs.map((chair) => {
    if (chair.kind === 'open') {
      if (chair.link) return m.online_chair_link();
      return chair.declined ? m.online_chair_declined({ name: chair.declined }) : m.online_chair_open();
    }
    if (chair.kind === 'invited') return m.online_chair_invited({ name: chair.name });
    return occupantName(chair);
  });

/** What each player is called in a sentence. */
export const calledNames = (view: TableView): string[] =>
  chairNames(view).map((name, seat) => {
    const chair = view.chairs[seat];
    return chair?.kind === 'bot' ? sentenceName(chair) : name;
  });

/** What is said beside each name: oneself is addressed, guests are told from accounts, and who has gone is said to be away. */
export const chairNotes = ({ chairs, you }: TableView, here: readonly boolean[]): string[] =>
  chairs.map((chair, seat) => {
    if (chair.kind !== 'person' || chair.name === '') return '';
    if (seat === you) return m.online_note_you();
    const isAway = here[seat] === false;
    if (chair.guest) return isAway ? m.online_note_guest_away() : m.online_note_guest();
    return isAway ? m.online_note_away() : '';
  });

/** The same in one text. */
export function notedNames(view: TableView, here: readonly boolean[]): string[] {
  const notes = chairNotes(view, here);
  return chairNames(view).map((name, seat) => [name, notes[seat]].filter(Boolean).join(' '));
}

/** How sentences name the seats of a table. */
export const peopleAt = (game: Game, view: TableView): People =>
  new People(game, { own: view.you, called: calledNames(view) });

/** Whose turn it is and what for. */
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

/** Who would like to play again, once the game is over; empty where nobody has said so, or everybody has. */
export function rematchText(view: TableView): string {
  const { you, rematch } = view;
  if (you === null || rematch.table !== null) return '';
  if (rematch.agreed.includes(you)) return m.online_rematch_asked();
  const [other] = rematch.agreed;
  return other === undefined ? '' : m.online_rematch_question({ name: nameAt(view, other) });
}
