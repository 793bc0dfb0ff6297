/** A month in UTC: `2026-10`. */
export type Month = string;

/** The month of a time in milliseconds since 1970. */
export const monthOf = (at: number): Month => new Date(at).toISOString().slice(0, 7);

/** The month after. */
export function nextMonth(month: Month): Month {
  const [year, number] = month.split('-').map(Number);
  return monthOf(Date.UTC(year ?? 0, number ?? 0, 1));
}

/** The first millisecond of a month, and that of the next one. */
export const spanOf = (month: Month): { readonly from: number; readonly until: number } => ({
  from: Date.parse(`${month}-01T00:00:00Z`),
  until: Date.parse(`${nextMonth(month)}-01T00:00:00Z`),
});

/** Games that a node recorded late, because another one died, are recorded by then. Milliseconds. */
const LATE = 6 * 3_600_000;

/** The months from that of a time on that were over, some hours ago, at `now`. */
export function monthsOver(first: number, now: number): Month[] {
  const months: Month[] = [];
  for (let month = monthOf(first); spanOf(month).until + LATE <= now; month = nextMonth(month)) months.push(month);
  return months;
}
