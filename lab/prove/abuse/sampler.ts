import type { Rng } from '@tablier/core';
import { clientMessage } from '@tablier/protocol';
import * as z from 'zod/mini';

/** The parts of JSON Schema that the messages of clients use. */
interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** The texts to choose from, by the name of their field. Other fields are filled with letters. */
export type Words = Readonly<Record<string, readonly string[]>>;

const SHAPE = z.toJSONSchema(clientMessage, { unrepresentable: 'any' }) as Shape;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz-_0123456789';

export const pick = <T>(list: readonly T[], rng: Rng): T => {
  const picked = list[rng.below(list.length)];
  if (picked === undefined) throw new RangeError('nothing to pick from');
  return picked;
};

/** A random message that the schemas allow, of any kind in the protocol. */
export function sampleMessage(words: Words, rng: Rng): unknown {
  return sample(SHAPE, '', words, rng);
}

function sample(shape: Shape, field: string, words: Words, rng: Rng): unknown {
  const variants = shape.oneOf ?? shape.anyOf;
  if (variants !== undefined) return sample(pick(variants, rng), field, words, rng);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return pick(shape.enum, rng);
  switch (shape.type) {
    case 'object':
      return sampleFields(shape, words, rng);
    case 'array':
      return sampleList(shape, field, words, rng);
    case 'string':
      return sampleText(shape, field, words, rng);
    case 'integer':
    case 'number':
      return sampleNumber(shape, rng);
    case 'boolean':
      return rng.below(2) === 0;
    case 'null':
      return null;
    default:
      return pick([null, {}, [], 'anything', 7], rng);
  }
}

function sampleFields({ properties = {}, required = [] }: Shape, words: Words, rng: Rng): Record<string, unknown> {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || rng.below(3) === 0);
  return Object.fromEntries(chosen.map(([name, shape]) => [name, sample(shape, name, words, rng)]));
}

function sampleList(
  { items = {}, minItems = 0, maxItems = 6 }: Shape,
  field: string,
  words: Words,
  rng: Rng,
): unknown[] {
  const length = minItems + rng.below(Math.min(4, maxItems - minItems) + 1);
  return Array.from({ length }, () => sample(items, field, words, rng));
}

function sampleText({ pattern, minLength = 0, maxLength = 40 }: Shape, field: string, words: Words, rng: Rng): string {
  const known = words[field] ?? [];
  // Commands have new ids most of the time; other fields mostly name something that exists.
  if (known.length > 0 && rng.below(10) < (field === 'id' ? 3 : 9)) return pick(known, rng);
  const least = pattern === undefined ? minLength : 22;
  const length = least + rng.below(Math.max(1, Math.min(maxLength, 24) - least));
  return Array.from({ length }, () => LETTERS[rng.below(LETTERS.length)]).join('');
}

function sampleNumber({ minimum = 0, maximum = 1e6 }: Shape, rng: Rng): number {
  if (rng.below(8) === 0) return pick([minimum, maximum], rng);
  return Math.max(minimum, 0) + rng.below(Math.max(1, Math.min(maximum - Math.max(minimum, 0) + 1, 1000)));
}
