import type { Rng } from '@tablier/core';
import { httpRequest } from '@tablier/testkit/online';
import { pick } from './sampler.ts';
import type { Tally } from './tally.ts';

interface HttpTarget {
  readonly url: string;
  readonly cookie: string;
  readonly secrets: readonly string[];
  readonly tally: Tally;
  /** The address of this machine that the connection comes from. */
  readonly from: string;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const PATHS = [
  '/api/guests',
  '/api/me',
  '/api/sessions/current',
  '/api/sessions/%00',
  `/api/sessions/${'x'.repeat(300)}`,
  '/api/games',
  '/api/v1/records?limit=-1',
  '/api/v1/records?limit[]=1&limit[]=2',
  '/api/v1/records/__proto__',
  '/api/v1/records/..%2f..%2ftablier.db',
  '/api/health',
  '/api/socket',
  '/api/nothing',
  '/%zz',
  '/..%2f..%2fetc%2fpasswd',
  '//elsewhere.example/',
];
const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '{"name":7}',
  '{"name":"\\ud800"}',
  `{"name":"${'x'.repeat(5000)}"}`,
  '{"__proto__":{"name":"x"}}',
  '{"constructor":{"prototype":{"name":"x"}}}',
  '{"format":1,"game":"isaac","moves":["xx"]}',
  '{"format":1,"game":"constructor","rules":1,"options":{"__proto__":1},"players":2,"deal":null,"moves":[]}',
  `{"format":1,"deal":${'['.repeat(3000)}${']'.repeat(3000)}}`,
];
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  '',
];
const ORIGINS = ['https://elsewhere.example', 'null', 'http://127.0.0.1', 'file://', 'not an address'];
const COOKIES = [
  '',
  'tablier_session=',
  'tablier_session=a.b.c',
  `tablier_session=${'a'.repeat(4000)}`,
  ';;;=;',
  'tablier_session=%00',
];

/** Longer than any body that the server reads: it may end the connection before all of it was sent. */
const ENDLESS = 'x'.repeat(300_000);

/** Sends one malformed or forbidden request. The server must answer each, and none with an internal error. */
export async function abuseHttp({ url, cookie, secrets, tally, from }: HttpTarget, rng: Rng): Promise<void> {
  const method = pick(METHODS, rng);
  const path = pick(PATHS, rng);
  const origin = rng.below(2) === 0 ? pick(ORIGINS, rng) : null;
  const headers = {
    'content-type': pick(TYPES, rng),
    cookie: rng.below(3) === 0 ? cookie : pick(COOKIES, rng),
    'x-forwarded-for': '10.0.0.1, 203.0.113.7',
    ...(origin !== null && { origin }),
  };
  tally.sent++;
  const what = `${method} ${path}`;
  const body = method === 'GET' || method === 'HEAD' ? '' : pick([...BODIES, ENDLESS], rng);
  const answer = await httpRequest(url, { method, path, headers, from, body });
  // A refused body may still be on its way when the answer comes: then the connection breaks.
  if (answer === null && body !== '') return tally.answered('http ended');
  if (answer === null) return tally.fault('unanswered', what);
  tally.answered(`http ${answer.status}`);
  if (answer.status >= 500) tally.fault('wrong', `${what}: ${answer.status}`);
  if (method !== 'GET' && method !== 'HEAD' && origin !== null && answer.status < 400) {
    tally.fault('wrong', `${what} from ${origin}: ${answer.status}`);
  }
  const leaked = secrets.find((secret) => answer.body.includes(secret));
  if (leaked !== undefined) tally.fault('leaks', `${what}: ${leaked}`);
}
