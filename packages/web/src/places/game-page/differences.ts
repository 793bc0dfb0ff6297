/** What two texts share, and what was added or removed. All `text` of a kind other than `added`, in order, is the earlier one. */
export interface Part {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Longer texts are compared as wholes: the table of a comparison has a cell for each pair. */
const MAX_CELLS = 4_000_000;

/** First by lines, then by words within the lines that differ. */
export function differences(before: string, after: string): readonly Part[] {
  const byLine = compared(before.split(/(?<=\n)/), after.split(/(?<=\n)/));
  const parts: Part[] = [];
  for (let index = 0; index < byLine.length; index++) {
    const [part, next] = [byLine[index], byLine[index + 1]];
    if (part === undefined) continue;
    if (part.kind === 'removed' && next?.kind === 'added') {
      parts.push(...compared(wordsOf(part.text), wordsOf(next.text)));
      index++;
    } else parts.push(part);
  }
  return joined(parts);
}

const wordsOf = (text: string): readonly string[] => text.split(/(\s+)/).filter((word) => word !== '');

/** Along a longest common subsequence; of a change, what is removed comes first. */
function compared(before: readonly string[], after: readonly string[]): readonly Part[] {
  const width = after.length + 1;
  if ((before.length + 1) * width > MAX_CELLS)
    return joined([
      { kind: 'removed', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ]);
  const common = commonLengths(before, after);
  const parts: Part[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old = '', fresh = ''] = [before[row], after[column]];
    const at = row * width + column;
    if (row < before.length && column < after.length && old === fresh) {
      parts.push({ kind: 'same', text: old });
      row++;
      column++;
    } else if (column === after.length || (row < before.length && (common[at + width] ?? 0) >= (common[at + 1] ?? 0))) {
      parts.push({ kind: 'removed', text: old });
      row++;
    } else {
      parts.push({ kind: 'added', text: fresh });
      column++;
    }
  }
  return joined(parts);
}

/** For each pair of places, how many items what follows has in common. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const at = row * width + column;
      lengths[at] =
        before[row] === after[column]
          ? 1 + (lengths[at + width + 1] ?? 0)
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}

/** Neighbours of one kind as one part; between two parts that are the same, what is removed before what is added. */
function joined(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed !== '') all.push({ kind: 'removed', text: removed });
    if (added !== '') all.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const { kind, text } of parts) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      const last = all.at(-1);
      if (last?.kind === 'same') all[all.length - 1] = { kind, text: last.text + text };
      else all.push({ kind, text });
    }
  }
  flush();
  return all;
}
