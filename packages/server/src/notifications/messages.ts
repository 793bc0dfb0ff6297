import type { NotificationSettings, PushMessage } from '@tablier/protocol';
import { isolated } from '@tablier/protocol/language';
import { formatRoute } from '@tablier/protocol/routes';
import { phaseOf, type TableState } from '../tables/table-state.ts';
import { type Ending, endingFor, othersAt, rematchHost, type TableEventFor } from './events.ts';
import type { Mail } from './mailer.ts';
import { knownLanguage, type NotificationTexts, textsIn } from './texts/texts.ts';

/** What is sent to a person about a table. */
interface Message {
  readonly title: string;
  readonly lines: readonly string[];
  readonly path: string;
}

/** Several events of one table are one message. The first is the most important. */
function messageFor(
  state: TableState,
  person: string,
  events: readonly TableEventFor[],
  texts: NotificationTexts,
): Message {
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

/** A message is about a table, for a person who chose its language. */
interface MessageContext {
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

interface MailPlace {
  readonly to: string;
  /** The origin of the site. */
  readonly origin: string;
  readonly stopUrl: string;
}

export function mailFor(
  { state, person, settings }: MessageContext,
  events: readonly TableEventFor[],
  { to, origin, stopUrl }: MailPlace,
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
