/** Plain data of one message, and the same with one fault. */
export type Data = Readonly<Record<string, unknown>>;

/** A place in a message: `table.chairs.0.kind`. */
export interface Place {
  readonly path: string;
  readonly value: unknown;
}

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null;

/** Every place of a message except those in `closed`, which hold whatever a game puts there. */
export function placesOf(message: unknown, closed: readonly RegExp[], path = ''): Place[] {
  if (!isObject(message)) return [];
  return Object.entries(message).flatMap(([key, value]) => {
    const own = path === '' ? key : `${path}.${key}`;
    const place = { path: own, value };
    return closed.some((each) => each.test(own)) ? [place] : [place, ...placesOf(value, closed, own)];
  });
}

/** The message with `value` at a place; without the place where `value` is `undefined`. */
export function withValue(message: unknown, path: string, value: unknown): unknown {
  const [key = '', ...rest] = path.split('.');
  if (!isObject(message)) return message;
  const copy: Record<string, unknown> = { ...message };
  const changed = rest.length === 0 ? value : withValue(message[key], rest.join('.'), value);
  if (changed === undefined) Reflect.deleteProperty(copy, key);
  else copy[key] = changed;
  return Array.isArray(message) ? Object.values(copy) : copy;
}

/** Something of another type than this value. */
export function ofOtherType(value: unknown): unknown {
  if (typeof value === 'string') return 7;
  if (Array.isArray(value)) return { 0: 'list' };
  return isObject(value) ? [] : 'text';
}
