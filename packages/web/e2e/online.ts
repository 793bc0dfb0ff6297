import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { type GameRecord, SeededRng } from '@tablier/core';
import { parseServerMessage, type TableView } from '@tablier/protocol';
import {
  knownAfter,
  newGuest,
  type PlayableView,
  randomChoice,
  sitDown as takeSeats,
  terms,
  TestClient,
} from '@tablier/testkit/online';
import { chooseOpponents, faults, listen, newPage, open, playing, stepSlider } from './helpers.ts';

/** The message that the browser logs itself for a failed connection. */
export const NO_NETWORK = /WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED/;

/** A user with a browser of their own, and the views that this browser has received. */
export interface Visitor {
  readonly page: Page;
  /** Whether this browser starts with a session of an earlier test. */
  readonly isKnown: boolean;
  readonly complaints: string[];
  /** The newest view of a table. */
  view(): TableView | null;
  /** The numbers of plies in the received views, in order, without repetitions. */
  readonly plies: number[];
}

type Kept = Awaited<ReturnType<BrowserContext['storageState']>>;
/** Guests are created sparingly, because the server limits them per address. */
const guests = new Map<string, Kept>();

/** A new browser. A user with a `name` that was used before is signed in. */
export async function visit(browser: Browser, name: string | null = null): Promise<Visitor> {
  const storageState = name === null ? undefined : guests.get(name);
  const viewport = { width: 360, height: 740 };
  const page = await newPage(browser, { viewport, ...(storageState !== undefined && { storageState }) });
  const plies: number[] = [];
  let known: PlayableView | null = null;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      known = readBy(known, String(payload));
      const shown = known?.view.match?.plies;
      if (shown !== undefined && shown !== plies.at(-1)) plies.push(shown);
    }),
  );
  return {
    page,
    isKnown: storageState !== undefined,
    complaints: listen(page),
    view: () => known?.view ?? null,
    plies,
  };
}

/** What is known of a table after this message, which the page has just read too. */
function readBy(known: PlayableView | null, text: string): PlayableView | null {
  const parsed = parseServerMessage(text);
  if (!parsed.ok) throw new Error(`unreadable: ${text}`);
  const message = parsed.value;
  const isOther = (message.kind === 'changed' || message.kind === 'moved') && message.table !== known?.view.id;
  return isOther ? known : (knownAfter(known, message) ?? known);
}

/** Enters a name if the server does not know this browser; the page finds that out after a moment. */
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
  /** Choices besides the defaults, in words of the page. */
  readonly options: readonly string[];
}

/** Opens a table with a clock for friends and sits in its first seat; returns its address. */
export async function makeTable(host: Visitor, name: string, { game, players, options }: Wanted): Promise<string> {
  const { page } = host;
  await open(page, `/${game}/play`);
  // The page remembers the number of an earlier test.
  const number = page.getByLabel(`${players} players`, { exact: true });
  if ((await number.count()) > 0) await number.check();
  await chooseOpponents(page, players, 'A friend');
  await introduce(host, name);
  await page.getByRole('group', { name: 'Clock' }).getByLabel('5 min + 3 s').check();
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
      .or(friend.page.getByRole('button', { name: 'Leave the seat' }))
      .first(),
  ).toBeVisible();
  await remember(friend, name);
}

const CLOCK = { system: 'fischer', base: 300, increment: 3 } as const;

/** The browsers of Ada and Basil at their table, who have made these moves, or so many random ones, before: two pages take ten times as long for them. */
export async function visitLate(
  browser: Browser,
  url: string,
  game: string,
  moves: readonly string[] | number,
): Promise<readonly [Visitor, Visitor]> {
  const cookies = [await newGuest(url, 'Ada'), await newGuest(url, 'Basil')] as const;
  const clients = await Promise.all(cookies.map((cookie) => new TestClient(url, cookie).connect()));
  const table = await takeSeats(clients, terms(game, { clock: CLOCK }));
  const rng = new SeededRng(`late ${game}`);
  const count = typeof moves === 'number' ? moves : moves.length;
  for (let plies = 0; plies < count; plies++) {
    const views = await Promise.all(
      clients.map((client) => client.view(table, ({ match }) => (match?.plies ?? 0) >= plies)),
    );
    const turn = views[0]?.match?.view.turn ?? 0;
    const view = views[turn];
    if (view === undefined) throw new Error(`no one is to move after ${plies} moves`);
    const move = typeof moves === 'number' ? randomChoice(view, rng) : (moves[plies] ?? '');
    expect(await clients[turn]?.act(table, { kind: 'move', move, plies })).toMatchObject({ ok: true });
  }
  for (const client of clients) await client.leave();
  const enter = async (cookie: string): Promise<Visitor> => {
    const visitor = await visit(browser);
    const [name = '', value = ''] = cookie.split('=');
    await visitor.page.context().addCookies([{ name, value, url }]);
    await visitor.page.goto(`/t/${table}`);
    return visitor;
  };
  const visitors = [await enter(cookies[0]), await enter(cookies[1])] as const;
  await shown(visitors, count);
  return visitors;
}

/** Waits until all visitors have received this number of plies. */
export async function shown(visitors: readonly Visitor[], plies: number): Promise<void> {
  await expect
    .poll(() => visitors.map(({ view }) => view()?.match?.plies), { intervals: [15] })
    .toEqual(visitors.map(() => plies));
}

/** How the player to move makes one move, with what the page offers. */
export type Mover = (page: Page, view: TableView) => Promise<void>;

const pliesOf = ({ view }: Visitor): number => view()?.match?.plies ?? 0;

/** The player to move, and their view. */
function toMove(players: readonly Visitor[]): { readonly mover: Visitor; readonly view: TableView } | null {
  for (const mover of players) {
    const view = mover.view();
    if (view?.phase === 'playing' && view.match?.view.turn === view.you) return { mover, view };
  }
  return null;
}

/** Plays until the game is over or `moves` are made; returns the number of moves made. */
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

/** The waiting player loses the connection, the other moves, and the missed move arrives on reconnection. One move is made. */
export async function dropWaiting(
  players: readonly Visitor[],
  watchers: readonly Visitor[],
  move: Mover,
): Promise<void> {
  const next = toMove(players);
  const waiting = players.find((player) => player !== next?.mover);
  if (next === null || waiting === undefined) throw new Error('no player is to move');
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

/** The player to move loses the connection and moves: the move is sent on reconnection, and counts once. */
export async function dropMoving(
  players: readonly Visitor[],
  watchers: readonly Visitor[],
  move: Mover,
): Promise<void> {
  const next = toMove(players);
  if (next === null) throw new Error('no player is to move');
  const before = pliesOf(next.mover);
  await next.mover.page.context().setOffline(true);
  await expect(broken(next.mover.page)).toBeVisible();
  await move(next.mover.page, next.view);
  expect(players.map(pliesOf)).toEqual(players.map(() => before));
  await next.mover.page.context().setOffline(false);
  await shown([...players, ...watchers], before + 1);
}

/** All visitors have the same end: one record, received move by move and never backwards. */
export async function agreedRecord(
  visitors: readonly Visitor[],
  moves: number,
  by: 'rules' | 'resign',
): Promise<GameRecord> {
  const recordsOf = () => visitors.map(({ view }) => view()?.match?.record ?? null);
  await expect.poll(() => recordsOf().includes(null), { intervals: [15] }).toBe(false);
  const records = recordsOf();
  const [record] = records;
  if (!record) throw new Error('there is no record');
  expect(record.moves).toHaveLength(moves);
  expect(record.end?.by).toBe(by);
  for (const other of records) expect(other).toEqual(record);
  for (const { plies } of visitors) expect(plies).toEqual(plies.toSorted((one, other) => one - other));
  for (const { page } of visitors) await expect(stepSlider(page)).toHaveValue(String(moves));
  // One of the players, and the spectator.
  for (const { page } of [visitors[0], visitors.at(-1)].filter((visitor) => visitor !== undefined)) {
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  return record;
}

export const clocksOf = async (page: Page): Promise<string[]> =>
  (await page.getByRole('list', { name: 'Players and scores' }).textContent())?.match(/\d+:\d\d/g) ?? [];

/** The errors that the browsers logged, without those of the cut connection. */
export const complaintsOf = (visitors: readonly Visitor[]): string[] =>
  visitors.flatMap(({ complaints }) => complaints).filter((text) => !NO_NETWORK.test(text));
