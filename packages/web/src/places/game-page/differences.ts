import { diffLines, diffWordsWithSpace } from 'diff';

/** What two texts share, and what was added or removed. All `text` of a kind other than `added`, in order, is the earlier one. */
interface Part {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The time of a comparison grows with the square of what differs. */
const LIMIT = { maxEditLength: 300 };

/** By words, or by lines where much differs, or as wholes. Of a change, what is removed comes first. */
export function differences(before: string, after: string): readonly Part[] {
  const found = diffWordsWithSpace(before, after, LIMIT) ?? diffLines(before, after, LIMIT);
  const wholes = [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return (found ?? wholes).map(({ value: text, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text,
  }));
}
