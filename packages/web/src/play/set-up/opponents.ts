import { aliasOf, defaultOptions, type GameFacts, type Level, type Options } from '@tablier/core';
import type { Opponent, TableTerms } from '@tablier/protocol';
import { isMatchChoice, levelOf, type Begins, type LocalSeat } from '../local/seats.ts';
import { botName } from '../../table/match-ui/match-texts.ts';
import * as m from '../../paraglide/messages.js';

/**
 * An opponent as a form field names it: the number of a bot's level, `match` before the level that fits the user now, `person` on this device,
 * `friend` by link, `anyone` from the lobby, `phones` around a shared screen, or `invite` followed by the index of a recent opponent, or `@`
 * followed by a username.
 */
type OpponentChoice = string;

const KINDS = ['person', 'friend', 'anyone', 'phones'] as const;
export const [PERSON, FRIEND, ANYONE, PHONES] = KINDS;
const INVITE = 'invite';

const isKind = (choice: OpponentChoice): boolean => KINDS.some((kind) => kind === choice);

/** The choice that challenges a member by username, which may still be empty. */
export const namedChoice = (username: string): OpponentChoice => `@${username}`;

export const usernameIn = (choice: OpponentChoice): string | null => (choice.startsWith('@') ? choice.slice(1) : null);

export const inviteChoice = (index: number): OpponentChoice => `${INVITE}${index}`;

/** The choices after another one. Who chooses `Same screen` for a game of three does not expect a bot at the third seat. */
export function withChoice(others: readonly string[], index: number, choice: OpponentChoice): OpponentChoice[] {
  const [first = ''] = others;
  const follows = index === 0 && (isKind(choice) || (isKind(first) && levelOf(choice) !== null));
  return others.map((other, at) => (at === index || (follows && other === first) ? choice : other));
}

export const invitedBy = (choice: OpponentChoice, recent: readonly Opponent[]): Opponent | null =>
  choice.startsWith(INVITE) ? (recent[Number(choice.slice(INVITE.length))] ?? null) : null;

/** What a card of the set-up says: `Bot, Hare (3)`, `Same screen`, or the name of a recent opponent. */
export function choiceName(choice: OpponentChoice, recent: readonly Opponent[]): string {
  const level = levelOf(choice);
  if (level !== null) return botName(level);
  if (choice === FRIEND) return m.setup_friend();
  if (choice === PHONES) return m.setup_phones();
  const username = usernameIn(choice);
  if (username !== null) return username.trim() || m.setup_named();
  return choice === ANYONE ? m.setup_anyone() : (invitedBy(choice, recent)?.name ?? m.setup_person());
}

export const isOnlineGame = (choices: readonly OpponentChoice[], recent: readonly Opponent[]): boolean =>
  choices.some((choice) => {
    const isElsewhere = isKind(choice) && choice !== PERSON;
    return isElsewhere || usernameIn(choice) !== null || invitedBy(choice, recent) !== null;
  });

/** Whether an account may have an online game rated: for everyone, with drawn seats and without variants or bots (docs/ratings.md). */
export function isRateable(
  { options: spec }: GameFacts,
  {
    chosen,
    first,
    options,
  }: { readonly chosen: readonly OpponentChoice[]; readonly first: Begins; readonly options: Options },
): boolean {
  const isForAll = chosen.some((choice) => choice === ANYONE || usernameIn(choice) !== null);
  const isOpen = isForAll && !chosen.some((choice) => choice === FRIEND || levelOf(choice) !== null);
  const isUsual = Object.entries(defaultOptions(spec)).every(([name, value]) => options[name] === value);
  return isOpen && first === 'drawn' && isUsual;
}

export function localSeats(choices: readonly OpponentChoice[]): LocalSeat[] {
  let persons = 1;
  const others = choices.map((choice): LocalSeat => {
    const level = levelOf(choice);
    if (level === null) return { kind: 'person', number: ++persons };
    return { kind: 'bot', level, ...(isMatchChoice(choice) && { match: true }) };
  });
  return [{ kind: 'person', number: 1 }, ...others];
}

const botChair = (level: Level) => ({ bot: aliasOf(level), strength: level });

/** The seats of an online game in the order of the page, rotated so that `first` has the first; 0 is the user. */
export function onlineSeats(
  choices: readonly OpponentChoice[],
  recent: readonly Opponent[],
  first: number,
): TableTerms['chairs'] {
  const isOpen = choices.includes(ANYONE);
  const others = choices.map((choice) => {
    const [level, invited] = [levelOf(choice), invitedBy(choice, recent)];
    if (level !== null) return botChair(level);
    if (invited !== null) return { invite: invited.invite };
    const username = usernameIn(choice);
    if (username !== null) return { username: username.trim() };
    return isOpen && choice === FRIEND ? ('link' as const) : ('open' as const);
  });
  const all = ['me' as const, ...others];
  return [...all.slice(first), ...all.slice(0, first)];
}

/** The chairs around a shared screen, by seat: a phone for every player who is no bot. */
export const phoneSeats = (choices: readonly OpponentChoice[]): TableTerms['chairs'] => [
  'link',
  ...choices.map((choice) => {
    const level = levelOf(choice);
    return level === null ? ('link' as const) : botChair(level);
  }),
];

export function onlineNames(choices: readonly OpponentChoice[], recent: readonly Opponent[]): string[] {
  const isPair = choices.length === 1;
  const nameOf = (choice: OpponentChoice, index: number): string => {
    const [level, invited] = [levelOf(choice), invitedBy(choice, recent)];
    if (level !== null) return botName(level);
    if (invited !== null) return invited.name;
    const username = usernameIn(choice);
    if (username !== null && username.trim() !== '') return username.trim();
    const number = index + 2;
    if (choice === ANYONE) return isPair ? m.who_anyone() : m.who_anyone_number({ number });
    return isPair ? m.who_friend() : m.who_friend_number({ number });
  };
  return [m.who_you(), ...choices.map(nameOf)];
}

/** The choice in the address: `?against=ada` challenges this member, `?with=friend` is a kind of person. `null` if there is none. */
export function opponentIn(query: string): OpponentChoice | null {
  const asked = new URLSearchParams(query);
  const username = asked.get('against');
  if (username !== null) return namedChoice(username);
  return KINDS.find((kind) => kind === asked.get('with')) ?? null;
}
