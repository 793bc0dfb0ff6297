import {
  type NotificationKind,
  type NotificationSettings,
  type PushMessage,
  notificationSettings,
  DEFAULT_NOTIFICATIONS,
} from '@tablier/protocol';
import { isolated } from '@tablier/protocol/language';
import { formatRoute } from '@tablier/protocol/routes';
import {
  invitedTo,
  isAskedForRematch,
  phaseOf,
  seatOf,
  seatResult,
  type TableState,
  shownName,
} from '../tables/state/table-state.ts';
import type { Mail } from './mailer.ts';
import { knownLanguage, type NotificationTexts, textsIn } from './texts.ts';
import { NOBODY } from '@tablier/core';
import type { NotificationTargets } from '@tablier/store';

/** Several events of one table are one message. The first is the most important. */
function messageFor(
  state: TableState,
  person: string,
  events: readonly TableEventFor[],
  texts: NotificationTexts,
): { readonly title: string; readonly lines: readonly string[]; readonly path: string } {
  const { name } = state.game;
  const [first, ...others] = events;
  const isOver = phaseOf(state) === 'over';
  const people = othersAt(state, person).map(isolated);
  const names = texts.list(people);
  const path = formatRoute({ page: 'table', id: state.id });
  const against = people.length === 0 ? [] : [texts.against(names)];
  const rematch = texts.rematch(name, isolated(rematchHost(state)));
  if (first?.kind === 'invitation' && isOver) return { title: rematch, lines: [texts.invitationBody], path };
  if (first?.kind === 'invitation')
    return { title: texts.invitation(name, people[0] ?? texts.someone), lines: [texts.invitationBody], path };
  if (first?.kind === 'turn') return { title: texts.turn(name), lines: against, path };
  if (isOver) {
    const offer = others.length === 0 ? [] : [`${rematch}.`];
    return { title: texts.over(name), lines: [endText(endingFor(state, person), texts), ...against, ...offer], path };
  }
  const isTurn = others.some(({ kind }) => kind === 'turn');
  return { title: texts.began(name), lines: [...against, ...(isTurn ? [texts.yourTurn] : [])], path };
}

function endText(ending: Ending | null, texts: NotificationTexts): string {
  if (ending === null) return texts.aborted;
  if (typeof ending === 'number') return texts.place(ending);
  return { won: texts.won, lost: texts.lost, drawn: texts.drawn }[ending];
}

/** Those of a person; the defaults for a person who has chosen none. */
export function settingsOf({ settings }: Pick<NotificationTargets, 'settings'>): NotificationSettings {
  return notificationSettings.safeParse(settings).data ?? DEFAULT_NOTIFICATIONS;
}

export interface MessageContext {
  readonly state: TableState;
  readonly person: string;
  readonly settings: NotificationSettings;
}

export function pushMessageFor(
  { state, person, settings }: MessageContext,
  events: readonly TableEventFor[],
): PushMessage {
  const { title, lines, path } = messageFor(state, person, events, textsIn(settings.language));
  return { title, body: lines.join(' '), tag: `table ${state.id}`, path, language: knownLanguage(settings.language) };
}

export function mailFor(
  { state, person, settings }: MessageContext,
  events: readonly TableEventFor[],
  { to, origin, stopUrl }: { readonly to: string; readonly origin: string; readonly stopUrl: string },
): Mail {
  const texts = textsIn(settings.language);
  const { title, lines, path } = messageFor(state, person, events, texts);
  return {
    to,
    subject: title,
    language: knownLanguage(settings.language),
    paragraphs: [title, ...(lines.length === 0 ? [] : [lines.join(' ')])],
    link: { text: texts.open, url: `${origin}${path}` },
    footer: [texts.why(new URL(origin).host)],
    stop: { text: texts.stop, url: stopUrl },
    identity: `${person} ${events.map(({ subject }) => subject).join(' ')}`,
  };
}

export interface TableEventFor {
  readonly kind: NotificationKind;
  /** The same for the same event: no one is notified of it twice. */
  readonly subject: string;
}

/** The place of a person in a game that is over: `won` alone in front, `drawn` with everyone, or a place from 1. */
export type Ending = 'won' | 'lost' | 'drawn' | number;

const HOUR = 3_600_000;
/** Older events are not sent: the person has been here since, or the server was down for a long time. Milliseconds. */
const FRESH = 24 * HOUR;

const isSlow = ({ head }: TableState): boolean => ['none', 'days'].includes(head.terms.clock.system);

export function eventsFor(state: TableState, person: string, now: number): readonly TableEventFor[] {
  const { id, match } = state;
  const seat = seatOf(state, person);
  const phase = phaseOf(state);
  if (phase === 'waiting')
    return invitedTo(state, person) < 0 ? [] : [{ kind: 'invitation', subject: `invitation:${id}` }];
  if (seat < 0 || match === null || state.chairs.filter(({ kind }) => kind !== 'bot').length < 2) return [];
  if (phase === 'over') {
    const over = { kind: 'over', subject: `over:${id}` } as const;
    const offer = { kind: 'invitation', subject: `rematch:${id}:${state.rematchUntil ?? ''}` } as const;
    return [
      ...(now - state.turnedAt > FRESH ? [] : [over]),
      ...(isSlow(state) && isAskedForRematch(state, person, now) ? [offer] : []),
    ];
  }
  const events: TableEventFor[] = [];
  if (isNews(state, now) && !match.moves.some((made) => made.seat === seat))
    events.push({ kind: 'began', subject: `began:${id}` });
  if (isSlow(state) && match.position.turn === seat)
    events.push({ kind: 'turn', subject: `turn:${id}:${match.position.turnIndex}` });
  return events;
}

/** A table that waited for players has begun. After a pairing or a rematch the players are already present. */
const isNews = ({ head, beganAt }: TableState, now: number): boolean =>
  head.pace === undefined && head.rematchOf === null && beganAt !== null && now - beganAt <= FRESH;

/** The names of the others at a table, as it shows them; that of the host alone for an invited person. */
export function othersAt(state: TableState, person: string): readonly string[] {
  const isInvited = invitedTo(state, person) >= 0;
  return state.chairs.flatMap((chair) => {
    if (chair.kind === 'open' || chair.kind === 'bot') return [];
    if (chair.person === person || (isInvited && chair.person !== state.head.host)) return [];
    const name = shownName(state.names, chair);
    return name === '' ? [] : [name];
  });
}

export function rematchHost(state: TableState): string {
  const chair = state.chairs[state.rematch[0] ?? NOBODY];
  return chair?.kind === 'person' ? shownName(state.names, chair) : '';
}

export function endingFor(state: TableState, person: string): Ending | null {
  const end = state.match?.end ?? null;
  const place = end?.places[seatOf(state, person)];
  if (end === null || end.by === 'abort' || place === undefined) return null;
  const result = seatResult(end.places, seatOf(state, person));
  return result === 'lost' && end.places.length > 2 ? place : result;
}
