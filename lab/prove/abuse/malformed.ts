import type { Rng } from '@tablier/core';
import { MAX_MESSAGE_BYTES } from '@tablier/protocol';
import { pick } from './sampler.ts';

/** Values that replace others. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  2 ** 31,
  '',
  '0',
  'null',
  '\u0000',
  '\ud800',
  'a\udc00b',
  '\u202e\u200b',
  '../../etc/passwd',
  "' or 1=1 --",
  '${7*7}',
  '<script>alert(1)</script>',
  '__proto__',
  'x'.repeat(2000),
  '💥'.repeat(300),
  [],
  {},
  [[[[]]]],
  { toString: 1, valueOf: null, length: -1 },
];

const strange = (rng: Rng): unknown => structuredClone(pick(STRANGE, rng));

/** Commands that only the server itself gives, and unknown kinds. */
const HOST_KINDS = [
  'flag',
  'start',
  'pause',
  'resume',
  'restart',
  'timed-out',
  'began',
  'closed',
  'constructor',
  'toString',
];
const EXTRA_FIELDS = ['seat', 'person', 'admin', 'at', 'lag', 'by', 'version', 'constructor', 'toString', 'length', ''];

interface Place {
  readonly parent: Record<string, unknown> | unknown[];
  readonly key: string | number;
}

function placesOf(data: unknown, found: Place[] = []): Place[] {
  if (typeof data !== 'object' || data === null) return found;
  const parent = data as Record<string, unknown> | unknown[];
  const entries: [string | number, unknown][] = Array.isArray(parent) ? [...parent.entries()] : Object.entries(parent);
  for (const [key, value] of entries) {
    found.push({ parent, key });
    placesOf(value, found);
  }
  return found;
}

const put = ({ parent, key }: Place, value: unknown): void => void Reflect.set(parent, key, value);

/** Changes to a message as data. */
const IN_DATA: readonly ((message: Record<string, unknown>, place: Place, rng: Rng) => void)[] = [
  (_, place, rng) => put(place, strange(rng)),
  (_, { parent, key }) => void Reflect.deleteProperty(parent, key),
  (_, { parent }, rng) => {
    if (!Array.isArray(parent)) parent[pick(EXTRA_FIELDS, rng)] = strange(rng);
    else parent.push(strange(rng));
  },
  (message, _, rng) => void Reflect.set(message, 'kind', pick(HOST_KINDS, rng)),
  (message, _, rng) => {
    // The innermost `kind`: of a command where there is one.
    const kinds = placesOf(message).filter(({ key }) => key === 'kind');
    const last = kinds.at(-1);
    if (last !== undefined) put(last, pick(HOST_KINDS, rng));
    message['at'] = rng.below(2 ** 31);
  },
  (_, place, rng) => {
    let deep: unknown = 1;
    for (let level = 0; level < 20 + rng.below(400); level++) deep = level % 2 === 0 ? [deep] : { a: deep };
    put(place, deep);
  },
  (_, place, rng) =>
    put(
      place,
      Array.from({ length: rng.below(500) }, (__, index) => index),
    ),
];

/** Changes to the text of a message. */
const IN_TEXT: readonly ((text: string, rng: Rng) => string)[] = [
  (text, rng) => text.slice(0, rng.below(text.length)),
  (text, rng) => text.slice(rng.below(text.length)),
  (text) => `[${text}]`,
  (text) => text + text,
  (text) => JSON.stringify(text),
  (text) => text.replace('{', '{"__proto__":{"kind":"ping","n":1},'),
  (text) => text.replace('{', '{"kind":"ping","kind":"hello",'),
  (text) => text.replaceAll('"', "'"),
  (text, rng) => text.replace(/"/, String.fromCharCode(rng.below(32))),
  (_, rng) => Array.from({ length: rng.below(60) }, () => String.fromCharCode(rng.below(0x2000))).join(''),
  (_, rng) => '['.repeat(1 + rng.below(8000)),
  (text, rng) => ' '.repeat(rng.below(5000)) + text,
  (_, rng) => pick(['NaN', '1e999', 'null', 'true', '""', '{}', '[]', '-', '0x10', '\ufeff{}'], rng),
];

/** A valid message with random changes, as text. Some changes are harmless. */
export function malformed(message: unknown, rng: Rng): string {
  const data = structuredClone(message);
  const text = JSON.stringify(data);
  if (rng.below(3) === 0) return pick(IN_TEXT, rng)(text, rng);
  for (let changes = 1 + rng.below(2); changes > 0; changes--) {
    const places = placesOf(data);
    if (places.length > 0) pick(IN_DATA, rng)(data as Record<string, unknown>, pick(places, rng), rng);
  }
  return JSON.stringify(data);
}

/** A message that is too long. */
export const oversizedMessage = (rng: Rng): string =>
  `{"kind":"ping","n":1,"padding":"${'x'.repeat(MAX_MESSAGE_BYTES + rng.below(1e5))}"}`;

export const randomBytes = (rng: Rng): Buffer =>
  Buffer.from(Array.from({ length: rng.below(64) }, () => rng.below(256)));
