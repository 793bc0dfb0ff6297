import { expect, test } from 'vitest';
import { feedOf } from '../../src/tournaments/files.ts';
import { NOW, someTerms, someTournament } from './a-tournament.ts';

const ORIGIN = 'https://club.example';
const tournament = (id: string, more: Parameters<typeof someTournament>[1] = {}, name = 'Spring') => ({
  ...someTournament(someTerms({ name }), { id, createdAt: NOW, ...more }),
  organiserName: 'Ada & Bob',
});

test('a feed of tournaments has the newest change first', () => {
  const feed = feedOf(
    [
      tournament('announced', { createdAt: NOW + 1000 }),
      tournament('ended', { status: 'over', startedAt: NOW, endedAt: NOW + 5000 }),
      tournament('begun', { status: 'running', startedAt: NOW + 2000 }),
    ],
    ORIGIN,
    NOW,
  );
  const ids = [...feed.matchAll(/<id>(.*)<\/id>/g)].map(([, id]) => id);
  const page = `${ORIGIN}/tournament`;
  expect(ids).toEqual([`${page}s`, `${page}/ended`, `${page}/begun`, `${page}/announced`]);
  expect(feed.split('\n')[7]).toBe(`<updated>${new Date(NOW + 5000).toISOString()}</updated>`);
  expect(feed).toContain('<category term="running"/>');
  expect(feed).toContain('<name>Ada &amp; Bob</name>');
});

test('a name cannot become markup, and a feed without tournaments is one', () => {
  const feed = feedOf([tournament('x', {}, '<script>&"')], ORIGIN, NOW);
  expect(feed).toContain('<title>&lt;script&gt;&amp;&quot; · Isaac</title>');
  expect(feed).not.toContain('<script');
  expect(feedOf([], ORIGIN, NOW)).toContain(`<updated>${new Date(NOW).toISOString()}</updated>\n</feed>`);
});
