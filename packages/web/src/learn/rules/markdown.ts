/**
 * The Markdown of the rules: headings, paragraphs, lists, tables, fenced code, quotations; within lines code, strong,
 * emphasis and links. It is parsed to data and rendered as elements, so no text of a file can become markup.
 */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly children: readonly Inline[] }
  | { readonly kind: 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'quotation'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'code'; readonly text: string };

const FENCE = /^```/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:([-*])|\d+\.)\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;
const ROW = /^\s*\|(.*)\|\s*$/;
const startsBlock = (line: string): boolean => [FENCE, HEADING, ITEM, QUOTE, ROW].some((form) => form.test(line));

export function parseMarkdown(source: string): Block[] {
  const lines = source.replaceAll('\r', '').split('\n');
  const blocks: Block[] = [];
  while (lines.length > 0) {
    if ((lines[0] ?? '').trim() === '') lines.shift();
    else blocks.push(takeBlock(lines));
  }
  return blocks;
}

function takeBlock(lines: string[]): Block {
  const first = lines[0] ?? '';
  if (FENCE.test(first)) return takeCode(lines);
  const heading = HEADING.exec(first);
  if (heading !== null) {
    lines.shift();
    return { kind: 'heading', level: heading[1]?.length ?? 1, children: parseInline(heading[2] ?? '') };
  }
  if (ITEM.test(first)) return takeList(lines);
  if (ROW.test(first)) return takeTable(lines);
  if (QUOTE.test(first)) {
    const quoted = takeWhile(lines, (line) => QUOTE.test(line)).map((line) => QUOTE.exec(line)?.[1] ?? '');
    return { kind: 'quotation', children: parseInline(quoted.join(' ')) };
  }
  return { kind: 'paragraph', children: parseInline([lines.shift() ?? '', ...takeContinuation(lines)].join(' ')) };
}

function takeWhile(lines: string[], goesOn: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !goesOn(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

const takeContinuation = (lines: string[]): string[] =>
  takeWhile(lines, (line) => line.trim() !== '' && !startsBlock(line)).map((line) => line.trim());

function takeCode(lines: string[]): Block {
  lines.shift();
  const text = takeWhile(lines, (line) => !FENCE.test(line)).join('\n');
  lines.shift();
  return { kind: 'code', text };
}

function takeList(lines: string[]): Block {
  const isOrdered = (line = ''): boolean | null => (ITEM.test(line) ? ITEM.exec(line)?.[1] === undefined : null);
  const ordered = isOrdered(lines[0]) === true;
  const items: Inline[][] = [];
  while (isOrdered(lines[0]) === ordered) {
    const first = ITEM.exec(lines.shift() ?? '')?.[2] ?? '';
    items.push(parseInline([first, ...takeContinuation(lines)].join(' ')));
    if ((lines[0] ?? '').trim() === '' && isOrdered(lines[1]) === ordered) lines.shift();
  }
  return { kind: 'list', ordered, items };
}

function takeTable(lines: string[]): Block {
  const cells = (line: string): Inline[][] =>
    (ROW.exec(line)?.[1] ?? '').split('|').map((cell) => parseInline(cell.trim()));
  const rows = takeWhile(lines, (line) => ROW.test(line));
  const isRuler = (line: string): boolean => /^[\s|:-]+$/.test(line);
  return {
    kind: 'table',
    head: cells(rows[0] ?? ''),
    rows: rows
      .slice(1)
      .filter((row) => !isRuler(row))
      .map(cells),
  };
}

/** Code first, because nothing inside it is markup; then links, strong and emphasis. */
const INLINE = /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*/;

export function parseInline(source: string): Inline[] {
  const found = INLINE.exec(source);
  if (found === null) return source === '' ? [] : [{ kind: 'text', text: source }];
  const before: Inline[] = found.index > 0 ? [{ kind: 'text', text: source.slice(0, found.index) }] : [];
  return [...before, inlineOf(found), ...parseInline(source.slice(found.index + found[0].length))];
}

function inlineOf([, code, label, href, strong, emphasis]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (href !== undefined) return { kind: 'link', href, children: parseInline(label ?? '') };
  if (strong !== undefined) return { kind: 'strong', children: parseInline(strong) };
  return { kind: 'emphasis', children: parseInline(emphasis ?? '') };
}
