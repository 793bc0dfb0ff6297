import { DEFAULT_NOTIFICATIONS } from '@tablier/protocol';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createMailer } from '../../src/notifications/mailer.ts';
import { mailFor } from '../../src/notifications/messages.ts';
import { NOTIFICATION_LANGUAGES, textsIn } from '../../src/notifications/texts.ts';
import { ADA, playingTable, seated } from '../tables/a-table.ts';
import { MailServer } from './mail-server.ts';

const RUDE = '<b onclick="x()">"Basil" & co</b>';
const SHOWN = '&lt;b onclick=&quot;x()&quot;&gt;&quot;Basil&quot; &amp; co&lt;/b&gt;';
const ORIGIN = 'https://club.example:8443';
const STOP = 'https://club.example/stop?link=a&b="c"';

let server: MailServer;
beforeAll(async () => {
  server = await MailServer.start();
});
afterAll(() => server.close());

/** The HTML of a mail about a turn, as it arrives. */
async function sent(language: string): Promise<string> {
  const mailer = createMailer({ url: server.url, from: 'Tablier <games@club.example>' });
  onTestFinished(() => mailer.close());
  const chairs = [seated(ADA), seated({ id: 'basil', name: RUDE })];
  const settings = { ...DEFAULT_NOTIFICATIONS, language };
  const place = { to: 'ada@club.example', origin: ORIGIN, stopUrl: STOP };
  const context = { state: playingTable({ chairs }), person: 'ada', settings };
  await mailer.send(mailFor(context, [{ kind: 'turn', subject: `turn ${language}` }], place));
  return /<!doctype html>.*<\/html>/s.exec(server.received.at(-1)?.text ?? '')?.[0] ?? '';
}

/** The contents of all elements with this name, as HTML. */
const inside = (html: string, tag: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'gs'))].map(([, content = '']) => content);

/** The elements that are not closed in the order in which they were opened. */
function misplaced(html: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z]\w*)/g)) {
    if (name === 'meta' || name === 'br') continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}

describe.each(NOTIFICATION_LANGUAGES)('the HTML of a mail in %s', (language) => {
  test('is a whole page in that language, with one heading, the game, and two links', async () => {
    const html = await sent(language);
    const texts = textsIn(language);
    expect(html).toContain(`<html lang="${language}">`);
    expect(misplaced(html)).toEqual([]);
    const title = texts.turn('Isaac');
    expect([inside(html, 'title'), inside(html, 'h1')]).toEqual([[title], [title]]);
    expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      `${ORIGIN}/t/t`,
      'https://club.example/stop?link=a&amp;b=&quot;c&quot;',
    ]);
    expect(inside(html, 'a')).toEqual([texts.open, texts.stop]);
    expect(html).toContain(texts.why('club.example:8443'));
  });

  test('shows a name as it was typed, and loads nothing', async () => {
    const html = await sent(language);
    expect(inside(html, 'p')).toContain(textsIn(language).against(SHOWN));
    expect(html).not.toContain('<b ');
    expect(html).not.toMatch(/<(?:script|img|link|style|iframe|form)\b|url\(|@import/);
  });
});
