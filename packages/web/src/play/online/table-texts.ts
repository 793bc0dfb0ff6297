import { isolated } from '@tablier/protocol/language';
import type { Game, Seat } from '@tablier/core';
import type { MyTable, ProtocolError, TableView } from '@tablier/protocol';
import * as m from '../../paraglide/messages.js';
import { People } from '../../lib/people.ts';
import { resultReason, resultTitle, turnText, occupantName, sentenceName } from '../../table/match-ui/match-texts.ts';
import { errorText, textIf } from '../../lib/text.ts';
import { ratingText } from '../../people/ratings/words.ts';

export const tableErrorText = ({ name }: ProtocolError): string => textIf(`online_table_${name}`) ?? errorText(name);

/** Whether the error may be temporary, so that another attempt makes sense. */
export const mayPass = ({ name }: ProtocolError): boolean =>
  name === 'unavailable' || name === 'internal' || name === 'too-many';

export const playerNames = ({ chairs }: TableView): string[] =>
  chairs.map((chair) => {
    if (chair.kind === 'open') {
      if (chair.link) return m.online_chair_link();
      return chair.declined ? m.online_chair_declined({ name: chair.declined }) : m.online_chair_open();
    }
    if (chair.kind === 'invited') return m.online_chair_invited({ name: chair.name });
    return occupantName(chair);
  });

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

export function annotatedNames(view: TableView, here: readonly boolean[]): string[] {
  const notes = playerNotes(view, here);
  return playerNames(view).map((name, seat) => [isolated(name), notes[seat]].filter(Boolean).join(' '));
}

export const peopleAt = (game: Game, view: TableView): People =>
  new People(game, { own: view.you, called: sentenceNames(view) });

export function onlineTurnText(game: Game, table: TableView): string {
  const { chairs, match } = table;
  if (match === null || match.end !== null) return m.turn_over();
  const { view } = match;
  return turnText(game, view, peopleAt(game, table), { isBot: chairs[view.turn]?.kind === 'bot' });
}

export function nameAt({ chairs }: Pick<TableView, 'chairs'>, seat: Seat): string {
  const chair = chairs[seat];
  return chair?.kind === 'person' ? chair.name || m.account_gone() : '';
}

export const hasGone = ({ chairs }: Pick<TableView, 'chairs'>): boolean =>
  chairs.some((chair) => chair.kind === 'person' && chair.name === '');

/** What is known of a rematch at a table that is over, also in a list of own tables. */
interface RematchView extends Pick<TableView, 'chairs' | 'you'> {
  readonly rematch: Omit<TableView['rematch'], 'table'> & { readonly table?: string | null };
}

/** The seats that agree to a rematch, unless their offer has ended. `now`: by the clock of the server. */
export const standingRematch = ({ agreed, until }: RematchView['rematch'], now: number): readonly Seat[] =>
  until === undefined || until > now ? agreed : [];

/** The state of the rematch, once the game is over; empty if it has not been offered or all have agreed. */
export function rematchText(view: RematchView, now: number): string {
  const { you, rematch } = view;
  const { agreed, ended, until } = rematch;
  if (you === null || (rematch.table ?? null) !== null) return '';
  if (ended !== undefined) {
    const isDeclined = ended.how === 'declined' && ended.seat !== you;
    return isDeclined
      ? m.online_rematch_declined({ name: isolated(nameAt(view, ended.seat)) })
      : m.online_rematch_none();
  }
  const [first] = standingRematch(rematch, now);
  if (first === undefined) return agreed.length > 0 ? m.online_rematch_over() : '';
  if (agreed.includes(you) && hasGone(view)) return m.online_rematch_none();
  const offer = agreed.includes(you)
    ? m.online_rematch_asked()
    : m.online_rematch_question({ name: isolated(nameAt(view, first)) });
  return until === undefined ? offer : `${offer} ${m.online_rematch_until({ time: timeText(until) })}`;
}

const timeText = (at: number): string =>
  new Intl.DateTimeFormat(m.language_tag(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** Why the match ended, if its record does not say it all; `null` otherwise. */
export function endReason(view: TableView): string | null {
  if (view.tournament !== undefined && view.match?.end?.by === 'abort') return m.table_leave_round();
  const claimed = view.match?.claimed;
  return claimed ? m.table_claimed({ name: nameAt(view, claimed.seat), absent: nameAt(view, claimed.absent) }) : null;
}

/** What to announce about a table: that the game begins, or how it ended. Empty at other moments. */
export function tableNews(game: Game, view: TableView): string {
  const { match, you } = view;
  if (match === null) return '';
  const { end } = match;
  // Whose turn it is is said with the colours.
  if (end === null) return match.plies > 0 ? '' : m.table_begins();
  const players = { own: you, called: sentenceNames(view) };
  return `${resultTitle(game, end, players)}. ${endReason(view) ?? resultReason(game, match.view, end, players)}`;
}

export interface Asking {
  readonly asks: boolean;
  readonly plies: number;
  readonly isOver: boolean;
}

/** Whether the others have declined it: it is gone, and nothing else has happened. */
export const isDeclined = (before: Asking, { asks, plies, isOver }: Asking): boolean =>
  before.asks && !asks && !isOver && before.plies === plies;

export function tableTitle(game: Game, { match, you }: TableView): string {
  const isMine = match !== null && match.end === null && you !== null && match.view.turn === you;
  return isMine ? `${m.table_title_turn()} · ${game.name} · Tablier` : `${game.name} · Tablier`;
}

/** The tables where the user is to move, without the one that is shown: first the one whose clock runs out first, last those without a clock. */
export function gamesWaiting(own: readonly MyTable[], shown: string): readonly MyTable[] {
  const end = ({ until }: MyTable): number => until ?? Number.POSITIVE_INFINITY;
  return own
    .filter(({ id, turn }) => turn && id !== shown)
    .sort((left, right) => (end(left) === end(right) ? left.at - right.at : end(left) - end(right)));
}
