import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectNoError, listen, newPage, open, overflow } from './helpers.ts';
import { NO_NETWORK } from './online.ts';

const SCREEN = { width: 1920, height: 1080 };
const PHONE = { width: 390, height: 844 };
const NAMES = ['Lise', 'Marie', 'Jonas', 'Theo'];

interface Device {
  readonly page: Page;
  /** All that the server has sent it. */
  readonly received: string[];
  /** What it asked of other servers. */
  readonly outside: string[];
  readonly complaints: string[];
}

async function device(browser: Browser, viewport: typeof PHONE, isPhone: boolean): Promise<Device> {
  const page = await newPage(browser, { viewport, hasTouch: isPhone });
  const received: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  const outside: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(page.url()).host && page.url() !== 'about:blank')
      outside.push(request.url());
  });
  return { page, received, outside, complaints: listen(page) };
}

/** The address in the code of a seat, which a phone would read. */
async function linkOf(screen: Page, chair: number): Promise<string> {
  const table = /\/t\/([\w-]+)/.exec(screen.url())?.[1] ?? '';
  const read = async (): Promise<string | null> =>
    screen.evaluate(
      async ([id, at]) => {
        const answer = await fetch(`/api/tables/${id}/sofa`);
        const { chairs } = (await answer.json()) as { chairs: { code: string | null }[] };
        const code = chairs[Number(at)]?.code ?? null;
        return code === null ? null : `/t/${id}/hand#${at}.${code}`;
      },
      [table, chair] as const,
    );
  await expect.poll(read).not.toBeNull();
  return (await read()) ?? '';
}

async function sit(phone: Page, link: string, name: string): Promise<void> {
  await open(phone, link);
  await phone.getByLabel('Your name').fill(name);
  await phone.getByRole('button', { name: 'Sit down' }).tap();
}

async function openScreen(browser: Browser): Promise<Device> {
  const screen = await device(browser, SCREEN, false);
  await open(screen.page, '/masker/play');
  await screen.page.getByLabel('4 players').check();
  await screen.page
    .getByRole('radio', { name: /^Phones and one screen/ })
    .first()
    .check();
  await screen.page.getByRole('button', { name: 'Create game' }).click();
  await expect(screen.page.getByText('Scan to sit down').first()).toBeVisible();
  return screen;
}

/** How many moves the newest message to a device shows. */
const pliesOf = async ({ page }: Device): Promise<number> =>
  page.evaluate(async () => {
    const id = /\/t\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';
    const answer = await fetch(`/api/v1/tables/${id}`);
    const { match } = (await answer.json()) as { match: { plies: number } | null };
    return match?.plies ?? 0;
  });

const LAPTOPS = [
  [1024, 600],
  [1180, 740],
  [1366, 640],
  [1280, 800],
  [1920, 1080],
] as const;

/** All of the screen is seen without scrolling. */
async function expectAllSeen(screen: Page, sizes: readonly (readonly [number, number])[]): Promise<void> {
  for (const [width, height] of sizes) {
    await screen.setViewportSize({ width, height });
    await expect.poll(() => overflow(screen), `${width}x${height}`).toEqual([0, 0, 0]);
  }
}

/** While four seats are free, also on tablets. */
const expectFreeSeen = (screen: Page): Promise<void> =>
  expectAllSeen(screen, [
    [1366, 700],
    [1280, 720],
    [1280, 600],
    [1000, 562],
    // Tablets held upright.
    [834, 1100],
    [768, 1024],
    [600, 960],
    [1024, 1366],
    [1920, 1080],
  ]);

/** On a laptop or a television with four seats, no part of the screen lies on another. */
async function expectPartsApart(screen: Page): Promise<void> {
  for (const [width, height] of [
    [1280, 600],
    [1366, 768],
    [1000, 700],
    [1920, 1080],
  ] as const) {
    await screen.setViewportSize({ width, height });
    const overlapping = await screen.evaluate(() => {
      const parts = [
        ...document.querySelectorAll('.sofa :is(h1, .seats > li, .say > *, .guests, .tools, .hand, .picture)'),
      ];
      const rects = parts.map((part) => part.getBoundingClientRect()).filter((rect) => rect.width > 1);
      const isOn = (one: DOMRect, other: DOMRect): boolean =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
      return rects.flatMap((one, at) => rects.slice(at + 1).filter((other) => isOn(one, other))).length;
    });
    expect([width, height, overlapping]).toEqual([width, height, 0]);
    const rack = await screen.locator('.tray').evaluateAll((all) =>
      all.map((tray) => {
        const rights = Array.from(tray.querySelectorAll('.item'), (item) => item.getBoundingClientRect().right);
        return Math.max(...rights) <= tray.getBoundingClientRect().right;
      }),
    );
    expect([width, height, rack]).toEqual([width, height, rack.map(() => true)]);
  }
}

const isMine = (phone: Page): Promise<boolean> => phone.getByRole('heading', { name: 'Your turn' }).isVisible();

async function toMove(phones: readonly Device[]): Promise<Device> {
  let found: Device | undefined;
  await expect
    .poll(async () => {
      for (const phone of phones) if (await isMine(phone.page)) found = phone;
      return found !== undefined;
    })
    .toBe(true);
  if (found === undefined) throw new Error('no phone is to move');
  return found;
}

test('one screen and four phones play Masker: the lid shows a colour, and the screen gets none', async ({
  browser,
}) => {
  const screen = await openScreen(browser);
  await expectFreeSeen(screen.page);
  const phones: Device[] = [];
  for (const [chair, name] of NAMES.entries()) {
    const phone = await device(browser, PHONE, true);
    phones.push(phone);
    await sit(phone.page, await linkOf(screen.page, chair), name);
    await expect(phone.page.getByRole('banner').or(phone.page.locator('header')).getByText(name)).toBeVisible();
  }
  await expect(screen.page.getByText('Your secret is on your phone.')).toBeVisible();
  await expectAllSeen(screen.page, LAPTOPS);
  await expectPartsApart(screen.page);
  const colours = new Set<string>();
  for (const { page } of phones) {
    const lid = page.getByRole('button', { name: /^Hold to see/ });
    await expect(page.getByText(/still on the table$/)).toHaveCount(0);
    await lid.focus();
    await page.keyboard.down(' ');
    await expect(page.getByText(/still on the table$/).first()).toBeVisible();
    colours.add((await lid.locator('strong').textContent()) ?? '');
    await page.keyboard.up(' ');
    await expect(page.getByText(/still on the table$/)).toHaveCount(0);
  }
  // Two against two [M4].
  expect(colours.size).toBe(2);
  // Six captures, each from the phone whose turn it is; the screen follows.
  for (let made = 0; made < 6; made++) {
    const { page } = await toMove(phones);
    const place = page.locator('[data-target][aria-disabled="false"]').first();
    await place.tap();
    await page.getByRole('button', { name: /^Take/ }).tap();
    await expect.poll(() => pliesOf(screen)).toBe(made + 1);
  }
  // A phone is locked for a while, and has its seat when it wakes.
  const [lise, marie] = phones;
  if (lise === undefined || marie === undefined) throw new Error('no phones');
  await lise.page.context().setOffline(true);
  await expect(lise.page.getByText('Connection lost.').first()).toBeVisible();
  await lise.page.context().setOffline(false);
  await expect(lise.page.getByText('Connection lost.')).toHaveCount(0);
  await expect(lise.page.locator('header').getByText('Lise')).toBeVisible();

  // Another device becomes the screen: it needs the letters alone.
  const letters = (await screen.page.locator('.guests strong').textContent()) ?? '';
  const second = await device(browser, SCREEN, false);
  await open(second.page, '/sofa');
  await second.page.getByLabel('The four letters on the screen').fill(letters);
  await second.page.getByRole('button', { name: 'Continue' }).click();
  await second.page.getByRole('link', { name: 'the screen for all' }).click();
  await expect(second.page.getByText('Your secret is on your phone.')).toBeVisible();

  // A seat moves to another phone by the code in its menu; the old phone has it no more.
  await marie.page.getByRole('button', { name: 'Menu' }).tap();
  await expect(marie.page.getByRole('img', { name: 'Move to another phone' })).toBeVisible();
  const other = await device(browser, PHONE, true);
  await open(other.page, await linkOf(marie.page, 1));
  await expect(other.page.getByLabel('Your name')).toHaveValue('Marie');
  await other.page.getByRole('button', { name: 'Sit down' }).tap();
  await expect(other.page.locator('header').getByText('Marie')).toBeVisible();
  await expect(marie.page.getByText('Your seat is on another phone now.')).toBeVisible();

  await lise.page.getByRole('button', { name: 'Menu' }).tap();
  await lise.page.getByRole('button', { name: 'Resign' }).tap();
  await lise.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).last().tap();
  await expect(screen.page.getByRole('heading', { name: /win$/ })).toBeVisible();
  const secrets = [...screen.received, ...second.received].filter((text) => !/"phase":\[?"over"/.test(text));
  expect(secrets.filter((text) => /"colour":\[?"[A-Z]/.test(text))).toEqual([]);
  for (const { complaints, outside } of [screen, second, other, ...phones]) {
    // Browsers ignore that header at a plain address in a LAN, and say so.
    const meant = complaints.filter((text) => !NO_NETWORK.test(text) && !text.includes('Cross-Origin-Opener-Policy'));
    expect(meant).toEqual([]);
    // A house without internet has all that a game needs.
    expect(outside).toEqual([]);
  }
  await expectNoError(screen.page, 'the end');
});
