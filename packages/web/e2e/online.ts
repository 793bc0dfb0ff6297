import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { GameRecord } from '@tablier/core';
import { parseServerMessage, tableView, type TableView, withChange } from '@tablier/protocol';
import { faults, listen, open, playing } from './helpers.ts';

/** What a browser says by itself of a line that cannot be opened. */
export const NO_NETWORK = /WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED/;

/** Somebody with a browser of one's own, and what the server showed this browser last. */
export interface Visitor {
  readonly page: Page;
  /** Whether this browser starts with a session of an earlier test. */
  readonly isKnown: boolean;
  readonly complaints: string[];
  /** The newest view of a table that came in. */
  view(): TableView | null;
  /** Every number of moves that was shown, in order, each once where it stayed. */
  readonly plies: number[];
}

type Kept = Awaited<ReturnType<BrowserContext['storageState']>>;
/** Guests are made sparingly: the server lets one address make only so many. */
const guests = new Map<string, Kept>();

/** A browser of one's own. Whoever has a `name` and was here before is known to the server. */
export async function visit(browser: Browser, name: string | null = null): Promise<Visitor> {
  const storageState = name === null ? undefined : guests.get(name);
  const viewport = { width: 360, height: 740 };
  const context = await browser.newContext({ viewport, ...(storageState !== undefined && { storageState }) });
  const page = await context.newPage();
  const plies: number[] = [];
  let newest: TableView | null = null;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      newest = viewAfter(newest, String(payload));
      const shown = newest?.match?.plies;
      if (shown !== undefined && shown !== plies.at(-1)) plies.push(shown);
    }),
  );
  return { page, isKnown: storageState !== undefined, complaints: listen(page), view: () => newest, plies };
}

/** The newest view of a table once this message came; the page has just read the same. */
function viewAfter(newest: TableView | null, text: string): TableView | null {
  const parsed = parseServerMessage(text);
  if (!parsed.ok) throw new Error(`unreadable: ${text}`);
  const message = parsed.value;
  if (message.kind === 'table') return message.table;
  const fits = message.kind === 'changed' && newest?.id === message.table && newest.version === message.from;
  return fits ? tableView.parse(withChange(newest, message.change)) : newest;
}

/** Gives a name where the server does not know this browser; it takes a moment to say that it does. */
async function introduce({ page, isKnown }: Visitor, name: string): Promise<void> {
  if (isKnown) await expect(page.getByText(`You play as ${name}.`)).toBeVisible();
  else await page.getByLabel('Your name').fill(name);
}

async function remember({ page }: Visitor, name: string): Promise<void> {
  if (!guests.has(name)) guests.set(name, await page.context().storageState());
}

export interface Wanted {
  readonly game: string;
  readonly players: number;
  /** What to choose beside the usual, in words of the page. */
  readonly options: readonly string[];
}

/** Makes a table with a clock for friends, sits down at its first seat; its address. */
export async function makeTable(host: Visitor, name: string, { game, players, options }: Wanted): Promise<string> {
  const { page } = host;
  await open(page, `/${game}`);
  if (players > 2) await page.getByLabel(`${players} players`).check();
  const opponents = players === 2 ? page.getByLabel('Your opponent') : page.getByLabel(/^Player \d/);
  await expect(opponents).toHaveCount(players - 1);
  for (const opponent of await opponents.all()) await opponent.selectOption({ label: 'A friend, by link' });
  await introduce(host, name);
  await page.getByLabel('Clock').selectOption({ label: '5 min + 3 s' });
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You', { exact: true }).check();
  for (const option of options) await page.getByRole('radio', { name: option, exact: true }).check();
  await page.getByRole('button', { name: 'Create game' }).click();
  const link = await page.getByLabel('The link to this table').inputValue();
  await remember(host, name);
  return link;
}

export async function sitDown(friend: Visitor, name: string, link: string): Promise<void> {
  await friend.page.goto(link);
  await introduce(friend, name);
  await friend.page.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(
    playing(friend.page)
      .or(friend.page.getByRole('button', { name: 'Get up' }))
      .first(),
  ).toBeVisible();
  await remember(friend, name);
}

/** Waits until everybody was shown so many moves. */
export async function shown(everybody: readonly Visitor[], plies: number): Promise<void> {
  await expect
    .poll(() => everybody.map(({ view }) => view()?.match?.plies), { intervals: [15] })
    .toEqual(everybody.map(() => plies));
}

/** How somebody whose turn it is makes one move, by what the page offers. */
export type Mover = (page: Page, view: TableView) => Promise<void>;

const pliesOf = ({ view }: Visitor): number => view()?.match?.plies ?? 0;

/** Who is to move, and what this one sees. */
function toMove(players: readonly Visitor[]): { readonly mover: Visitor; readonly view: TableView } | null {
  for (const mover of players) {
    const view = mover.view();
    if (view?.phase === 'playing' && view.match?.view.turn === view.you) return { mover, view };
  }
  return null;
}

/** Plays until the game is over or `moves` are made; resolves with the number of moves that the page was made to make. */
export async function play(
  players: readonly Visitor[],
  watchers: readonly Visitor[],
  move: Mover,
  moves = Number.POSITIVE_INFINITY,
): Promise<number> {
  let made = 0;
  for (let next = toMove(players); next !== null && made < moves; next = toMove(players)) {
    const before = pliesOf(next.mover);
    await move(next.mover.page, next.view);
    made++;
    await shown([...players, ...watchers], before + 1);
  }
  return made;
}

const broken = (page: Page): Locator => page.getByText('Connection lost.');

/** Whoever waits loses the line; the other moves; the line comes back, with what was missed. One move is made. */
export async function dropWaiting(
  players: readonly Visitor[],
  watchers: readonly Visitor[],
  move: Mover,
): Promise<void> {
  const next = toMove(players);
  const waiting = players.find((player) => player !== next?.mover);
  if (next === null || waiting === undefined) throw new Error('nobody is to move');
  const before = pliesOf(next.mover);
  await waiting.page.context().setOffline(true);
  await expect(broken(waiting.page)).toBeVisible();
  await expect(next.mover.page.getByText(/\(guest, away\)/).first()).toBeVisible();
  await move(next.mover.page, next.view);
  await shown([next.mover, ...watchers], before + 1);
  expect(pliesOf(waiting)).toBe(before);
  await waiting.page.context().setOffline(false);
  await shown([...players, ...watchers], before + 1);
  await expect(broken(waiting.page)).toBeHidden();
}

/** Whoever is to move loses the line and moves all the same: it is sent when the line is back, and counts once. */
export async function dropMoving(
  players: readonly Visitor[],
  watchers: readonly Visitor[],
  move: Mover,
): Promise<void> {
  const next = toMove(players);
  if (next === null) throw new Error('nobody is to move');
  const before = pliesOf(next.mover);
  await next.mover.page.context().setOffline(true);
  await expect(broken(next.mover.page)).toBeVisible();
  await move(next.mover.page, next.view);
  expect(players.map(pliesOf)).toEqual(players.map(() => before));
  await next.mover.page.context().setOffline(false);
  await shown([...players, ...watchers], before + 1);
}

/** Everybody has come to the same end: one record, shown move by move and never backwards. */
export async function agreedRecord(everybody: readonly Visitor[], moves: number): Promise<GameRecord> {
  const records = everybody.map(({ view }) => view()?.match?.record ?? null);
  const [record] = records;
  if (!record) throw new Error('there is no record');
  expect(record.moves).toHaveLength(moves);
  expect(record.end?.by).toBe('rules');
  for (const other of records) expect(other).toEqual(record);
  for (const { plies } of everybody) expect(plies).toEqual(plies.toSorted((one, other) => one - other));
  for (const { page } of everybody) await expect(page.getByText(`Move ${moves} of ${moves}`)).toBeVisible();
  // One of those who played, and whoever watched.
  for (const { page } of [everybody[0], everybody.at(-1)].filter((visitor) => visitor !== undefined)) {
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  return record;
}

export const clocksOf = async (page: Page): Promise<string[]> =>
  (await page.getByRole('list', { name: 'Players and scores' }).textContent())?.match(/\d+:\d\d/g) ?? [];

/** What the browsers complained of, but for the line that was cut on purpose. */
export const complaintsOf = (everybody: readonly Visitor[]): string[] =>
  everybody.flatMap(({ complaints }) => complaints).filter((text) => !NO_NETWORK.test(text));
