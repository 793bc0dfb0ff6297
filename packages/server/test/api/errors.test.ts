import { ERROR_NAMES } from '@tablier/protocol';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { statusOf } from '@tablier/protocol/operations';
import { type OperationError, Refusal, refused } from '../../src/http/request.ts';

test('errors of commands have the status of their cause, or say that the state does not allow them', () => {
  const byStatus = new Map<number, string[]>();
  for (const name of ERROR_NAMES) byStatus.set(statusOf(name), [...(byStatus.get(statusOf(name)) ?? []), name]);
  byStatus.delete(409);
  expect(Object.fromEntries([...byStatus].map(([status, names]) => [status, names.toSorted()]))).toEqual({
    400: ['bad-json'],
    401: ['no-session'],
    403: ['bad-code', 'banned', 'muted', 'no-contact', 'no-programs', 'not-invited', 'not-seated'],
    404: ['no-such-chair', 'unknown-game', 'unknown-player', 'unknown-table'],
    422: [
      'bad-clock-value',
      'bad-deal',
      'bad-option-value',
      'bad-players',
      'bad-seats',
      'bad-text',
      'cannot-be-rated',
      'deal-not-allowed',
      'illegal-move',
      'illegal-peek',
      'no-answer',
      'unknown-clock',
      'unknown-clock-field',
      'unknown-option',
      'unreadable-move',
    ],
    429: ['too-many'],
    500: ['internal'],
    503: ['unavailable'],
  });
});

test.each<[number, readonly OperationError['name'][]]>([
  [400, ['bad-request']],
  [401, ['no-token', 'bad-token']],
  [403, ['wrong-scope', 'foreign-origin', 'no-account', 'not-organiser', 'entrant-removed']],
  [404, ['not-found', 'unknown-person']],
  [413, ['too-large']],
  [415, ['unsupported-media-type']],
  [422, ['bad-tournament', 'bad-report']],
  [429, ['reports-full', 'too-many-connections']],
  [405, ['wrong-method']],
  [409, ['match-over', 'yourself', 'relations-full', 'tournament-full', 'too-many-games', 'too-many-invitations']],
])('other errors have status %i: %j', (status, names) => {
  for (const name of names) expect(statusOf(name), name).toBe(status);
});

test('a refusal has the name of its error as message', () => {
  const { message, error } = new Refusal({ name: 'bad-request', detail: 'body.text' });
  expect([message, error.detail]).toEqual(['bad-request', 'body.text']);
});

test('an answer has what is known of the error, and when to try again', async () => {
  const app = fastify();
  const errors: Readonly<Record<string, OperationError>> = {
    '/move': { name: 'illegal-move', detail: '00-02' },
    '/wait': { name: 'too-many', retryMs: 1001 },
    '/muted': { name: 'muted', until: 5 },
  };
  for (const [path, error] of Object.entries(errors)) app.get(path, (_, reply) => refused(reply, error));
  const answers = await Promise.all(Object.keys(errors).map((path) => app.inject(path)));
  expect(answers.map(({ statusCode, body, headers }) => [statusCode, body, headers['retry-after']])).toEqual([
    [422, '{"error":{"name":"illegal-move","detail":"00-02"}}', undefined],
    [429, '{"error":{"name":"too-many","retryMs":1001}}', '2'],
    [403, '{"error":{"name":"muted","until":5}}', undefined],
  ]);
  await app.close();
});
