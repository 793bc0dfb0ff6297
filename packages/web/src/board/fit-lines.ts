/** Where a sentence ends. Behind a figure a full stop makes an ordinal number in German and Dutch. */
const SENTENCE_END = /(?<=[^\d][.!?]) +(?=[\p{Lu}\d])/u;

/** The sentences of a note, each of which is shown whole or not at all. */
export const sentencesOf = (text: string): readonly string[] => text.split(SENTENCE_END);

/** A sentence is never cut in the middle by a box that is too low: the last ones are marked `data-cut`, a single one `data-tight`. */
export function fitLines(box: HTMLElement): void {
  const lines = [...box.querySelectorAll<HTMLElement>('p > span')];
  box.removeAttribute('data-tight');
  for (const line of lines) line.removeAttribute('data-cut');
  for (const line of lines.slice(1).toReversed()) {
    if (!isTooLow(box)) return;
    line.setAttribute('data-cut', '');
  }
  if (isTooLow(box)) box.setAttribute('data-tight', '');
}

/** Less than a pixel is rounding. */
const isTooLow = ({ scrollHeight, clientHeight }: HTMLElement): boolean => scrollHeight > clientHeight + 1;
