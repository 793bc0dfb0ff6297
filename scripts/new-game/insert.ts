/** Insertions into source text. Each returns `null`, and so changes nothing, where it does not find what it looks for. */

/** A new line among those that `like` matches, in the order of their texts. */
export function insertLine(text: string, like: RegExp, line: string): string | null {
  const lines = text.split('\n');
  const found = [...lines.keys()].filter((index) => like.test(lines[index] ?? ''));
  const last = found.at(-1);
  if (last === undefined) return null;
  const before = found.find((index) => (lines[index] ?? '') > line) ?? last + 1;
  return lines.toSpliced(before, 0, line).join('\n');
}

/**
 * A new item in a list or an object whose items hold no calls, commas or comments. `list` has three groups: what
 * opens the list, its items, and what closes it. Sorted lists stay sorted.
 */
export function insertItem(text: string, list: RegExp, item: string): string | null {
  const match = list.exec(text);
  if (match === null) return null;
  const [whole, opening = '', body = '', closing = ''] = match;
  if (/\/[/*]|\(/.test(body)) return null;
  const items = body
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const isSorted = items.every((each, index) => index === 0 || keyOf(items[index - 1] ?? '') < keyOf(each));
  const before = isSorted ? items.findIndex((each) => keyOf(each) > keyOf(item)) : -1;
  const all = items.toSpliced(before < 0 ? items.length : before, 0, item);
  return text.replace(whole, () => `${opening}${layOut(all, body)}${closing}`);
}

/** What an item is sorted by: all before a colon, without quotes. */
const keyOf = (item: string): string => item.replaceAll(/['"]|:.*/g, '');

/** The items as the old ones stood: one a line, or all in one; with a comma at the end where there was one. */
function layOut(items: readonly string[], body: string): string {
  const [start = ''] = /^\s*/.exec(body) ?? [];
  const [end = ''] = /\s*$/.exec(body) ?? [];
  const comma = body.trimEnd().endsWith(',') ? ',' : '';
  return `${start}${items.join(start.includes('\n') ? `,${start}` : ', ')}${comma}${end}`;
}

/** A line directly after what `opening` matches. */
export function insertAfter(text: string, opening: RegExp, line: string): string | null {
  const match = opening.exec(text);
  if (match === null) return null;
  const at = match.index + match[0].length;
  return `${text.slice(0, at)}\n${line}${text.slice(at)}`;
}
