/** A line of text is never cut in the middle by a box that is too low: the last lines are marked `data-cut`, a single one `data-tight`. */
export function fitLines(box: HTMLElement): void {
  const lines = [...box.querySelectorAll('p')];
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
