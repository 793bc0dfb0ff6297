/** Shows a heading and gives it the focus, without an entry in the history: for the links of a table of contents. */
export function showHeading(event: Event, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  heading?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'start' });
  heading?.focus({ preventScroll: true });
}
