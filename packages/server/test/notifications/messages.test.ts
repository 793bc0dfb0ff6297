import { DEFAULT_NOTIFICATIONS, type NotificationKind } from '@tablier/protocol';
import { expect, test } from 'vitest';
import { mailFor, pushMessageFor } from '../../src/notifications/messages.ts';
import { isMailAddress } from '../../src/notifications/mailer.ts';
import { knownLanguage, NOTIFICATION_LANGUAGES, textsIn } from '../../src/notifications/texts.ts';
import type { TableState } from '../../src/tables/state/table-state.ts';
import { ADA, afterEvents, BASIL, playingTable, seated, waitingTable } from '../tables/a-table.ts';

const settings = (language: string) => ({ ...DEFAULT_NOTIFICATIONS, language });
const eventsOf = (kinds: readonly NotificationKind[]) => kinds.map((kind) => ({ kind, subject: `${kind}:t` }));
const resigned = (seat: number) => ({ kind: 'resigned', seat, at: 0 }) as const;
const invitation = waitingTable({ chairs: [seated(ADA), { kind: 'invited', person: BASIL.id, name: BASIL.name }] });
const lone = playingTable({ chairs: [seated(ADA), { kind: 'person', person: '', name: '' }] });

const push = (state: TableState, person: string, kinds: readonly NotificationKind[], language = 'en') =>
  pushMessageFor({ state, person, settings: settings(language) }, eventsOf(kinds));

test.each<[string, TableState, string, readonly NotificationKind[], string, string]>([
  [
    'an invitation',
    invitation,
    'basil',
    ['invitation'],
    'Ada invites you to play Isaac',
    'Accept or decline at the table.',
  ],
  ['a turn', playingTable(), 'ada', ['turn'], 'Isaac: it is your turn', 'With Basil.'],
  ['a turn alone', lone, 'ada', ['turn'], 'Isaac: it is your turn', ''],
  ['a beginning', playingTable(), 'basil', ['began'], 'Isaac: your game has begun', 'With Ada.'],
  [
    'a beginning with a turn',
    playingTable(),
    'ada',
    ['began', 'turn'],
    'Isaac: your game has begun',
    'With Basil. It is your turn.',
  ],
  [
    'a victory',
    afterEvents(playingTable(), resigned(1)),
    'ada',
    ['over'],
    'Isaac: your game is over',
    'You won. With Basil.',
  ],
  [
    'a defeat',
    afterEvents(playingTable(), resigned(0)),
    'ada',
    ['over'],
    'Isaac: your game is over',
    'You lost. With Basil.',
  ],
  [
    'a draw',
    afterEvents(playingTable(), { kind: 'claimed', seat: 1, absent: 0, as: 'draw', at: 0 }),
    'ada',
    ['over'],
    'Isaac: your game is over',
    'It is a draw. With Basil.',
  ],
  [
    'no result',
    afterEvents(playingTable(), { kind: 'aborted', seat: 0, at: 0 }),
    'ada',
    ['over'],
    'Isaac: your game is over',
    'It was aborted. With Basil.',
  ],
  [
    'an end that came first',
    afterEvents(playingTable(), resigned(1)),
    'ada',
    ['began'],
    'Isaac: your game is over',
    'You won. With Basil.',
  ],
  [
    'a rematch',
    afterEvents(playingTable(), resigned(1), { kind: 'rematch-agreed', seat: 1, until: 9000 }),
    'ada',
    ['invitation'],
    'Basil offers you a rematch in Isaac',
    'Accept or decline at the table.',
  ],
  [
    'a rematch with the end',
    afterEvents(playingTable(), resigned(1), { kind: 'rematch-agreed', seat: 1, until: 9000 }),
    'ada',
    ['over', 'invitation'],
    'Isaac: your game is over',
    'You won. With Basil. Basil offers you a rematch in Isaac.',
  ],
])('%s is said in words', (_, state, person, kinds, title, body) => {
  expect(push(state, person, kinds)).toEqual({ title, body, tag: 'table t', path: '/t/t', language: 'en' });
});

test('a place among more than two players is named', () => {
  const { match, ...rest } = afterEvents(playingTable(), resigned(0));
  if (match === null || match.end === null) throw new Error('no end');
  const chairs = ['ada', 'basil', 'cleo'].map((id) => seated({ id, name: id }));
  const state = { ...rest, chairs, match: { ...match, end: { ...match.end, places: [3, 1, 2] } } };
  expect(push(state, 'ada', ['over']).body).toBe('You finished in place 3. With basil and cleo.');
});

test('an invitation of someone without a name has one all the same', () => {
  const nameless = waitingTable({
    chairs: [
      { kind: 'person', person: '', name: '' },
      { kind: 'invited', person: 'basil', name: 'Basil' },
    ],
  });
  expect(push(nameless, 'basil', ['invitation']).title).toBe('Someone invites you to play Isaac');
});

test('a message is in the language of its reader, in English if there is none', () => {
  expect(push(playingTable(), 'ada', ['turn'], 'fr')).toMatchObject({ language: 'fr', body: 'Avec Basil.' });
  expect(push(playingTable(), 'ada', ['turn'], 'xx')).toMatchObject({ language: 'en', body: 'With Basil.' });
  expect(push(playingTable(), 'ada', ['turn'], 'constructor')).toMatchObject({ language: 'en', body: 'With Basil.' });
  expect([knownLanguage('de'), knownLanguage('toString')]).toEqual(['de', 'en']);
  expect(textsIn('nl')).not.toBe(textsIn('en'));
});

test('a mail links to the table and to the page that stops further ones', () => {
  const place = { to: 'ada@club.example', origin: 'https://club.example:8443', stopUrl: 'https://club.example/stop' };
  const context = { state: playingTable(), person: 'ada', settings: settings('en') };
  expect(mailFor(context, eventsOf(['began', 'turn']), place)).toEqual({
    to: 'ada@club.example',
    subject: 'Isaac: your game has begun',
    language: 'en',
    paragraphs: ['Isaac: your game has begun', 'With Basil. It is your turn.'],
    link: { text: 'Open the table', url: 'https://club.example:8443/t/t' },
    footer: ['You get this mail because you asked for it on club.example:8443.'],
    stop: { text: 'Stop these mails', url: 'https://club.example/stop' },
    identity: 'ada began:t turn:t',
  });
  const short = mailFor({ ...context, state: lone, settings: settings('xx') }, eventsOf(['turn']), place);
  expect([short.paragraphs, short.language]).toEqual([['Isaac: it is your turn'], 'en']);
});

test('texts of all languages say the same of names, places and addresses', () => {
  for (const language of NOTIFICATION_LANGUAGES) {
    const texts = textsIn(language);
    for (const text of [
      texts.turn('Isaac'),
      texts.began('Isaac'),
      texts.over('Isaac'),
      texts.invitation('Isaac', 'Ada'),
    ])
      expect(text, language).toContain('Isaac');
    expect(texts.invitation('Isaac', 'Ada'), language).toContain('Ada');
    expect(texts.against('Ada'), language).toContain('Ada');
    expect(texts.place(3), language).toContain('3');
    for (const text of [texts.why('a.example'), texts.confirmText('a.example'), texts.resetText('a.example')])
      expect(text, language).toContain('a.example');
    expect(texts.resetUsername('ada'), language).toContain('ada');
    expect(texts.stopText('a@b.example'), language).toContain('a@b.example');
    const names = texts.list(['Ada', 'Bob', 'Cleo']);
    for (const name of ['Ada', 'Bob', 'Cleo']) expect(names, language).toContain(name);
    // Apart from functions, no text is empty.
    for (const [key, text] of Object.entries(texts)) if (typeof text === 'string') expect(text, key).not.toBe('');
  }
});

test('an address for mail has one name and a domain with letters', () => {
  const valid = ['ada@club.example', 'A.l+x_1@a-b.c1.example', "o'hara@x.museum", `${'x'.repeat(64)}@club.example`];
  for (const address of valid) expect(isMailAddress(address), address).toBe(true);
  const domain = `${'a.'.repeat(94)}example`;
  expect(isMailAddress(`${'x'.repeat(58)}@${domain}`)).toBe(true);
  expect(isMailAddress(`${'x'.repeat(59)}@${domain}`), 'longer than 254 characters').toBe(false);
  for (const address of [
    '',
    'ada',
    '@club.example',
    'ada@',
    'ada@club',
    'ada@club.1',
    'ada@club.e',
    'ada@-club.example',
    'ada@club-.example',
    'ada@club..example',
    'ada b@club.example',
    'ada@club.example ',
    ' ada@club.example',
    'Ada <ada@club.example>',
    'ada@club.example,bob@club.example',
    `${'x'.repeat(65)}@club.example`,
    7,
    null,
    ['ada@club.example'],
  ])
    expect(isMailAddress(address), String(address)).toBe(false);
});
