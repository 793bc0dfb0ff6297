/** Elements with arrow keys of their own keep them. */
const usesArrows = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, [data-target]') !== null;

/** The ply that the left or right arrow key leads to, among `last` plies; `null` for any other key, and where the key has another meaning. */
export function stepOfKey(event: KeyboardEvent, ply: number, last: number): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  if (event.defaultPrevented || usesArrows(event.target)) return null;
  if (event.key === 'ArrowLeft') return Math.max(0, ply - 1);
  return event.key === 'ArrowRight' ? Math.min(last, ply + 1) : null;
}
