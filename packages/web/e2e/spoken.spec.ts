import { expect, type Page } from '@playwright/test';
import { logRegions, said } from './ears.ts';
import { test } from './fixtures.ts';
import { chooseOpponents, expectNoError, faults, listen, moveByMouse, movesMade, open, yourTurn } from './helpers.ts';
import { ARCANOR_GAME, arcanor, masker, nasca } from './movers.ts';
import { example, resume, savedGame } from './saved-games.ts';

/** Instructions, which are on the screen in every turn. */
const HINTS = /Pick a piece|choose where|Take a cross that|You may take (?:one|up)|Where to\?|whole stack|\([A-Z]\)/;

/** An event in words. */
const EVENT = /(?:Kitten(?: \(\w+\))?|You) (?:placed|laid|removed|took) [^.]*\./g;

/** `a4-e4`, `a4-e4 ▲2` and `x00-04` in words: where a piece is, and how long or high it is. */
function pieceSentence(who: string, text: string): string {
  const [, sign, at, ...ends] = /^(x?)((\w+)-(\w+))/.exec(text) ?? [];
  const [, height] = /▲(\d+)/.exec(text) ?? [];
  if (height !== undefined) return `${who} laid a bridge on ${at}, height ${height}.`;
  const [from = [], to = []] = ends.map((cell) => [Number.parseInt(cell.charAt(0), 36), Number(cell.slice(1))]);
  const length = Math.max(...from.map((value, axis) => Math.abs(value - (to[axis] ?? 0)))) + 1;
  return `${who} ${sign === 'x' ? 'removed' : 'placed'} a ${length}-cell piece ${sign === 'x' ? 'from' : 'on'} ${at}.`;
}

/** The move list as pairs: who, and what they did. Passes are not events. */
const recordOf = async (page: Page): Promise<readonly (readonly [string, string])[]> =>
  (await movesMade(page)).flatMap((text) => {
    const [, who, move] = /(You|Kitten(?: \(\w+\))?): ([\w-]+(?: ▲\d+)?)/.exec(text) ?? [];
    return who === undefined || move === undefined ? [] : [[who, move] as const];
  });

/** What a game has said: how it began, each event once, and no hint. */
async function expectSaid(page: Page, opening: RegExp, expected: readonly string[]): Promise<void> {
  const eventsOf = (texts: readonly string[]) => texts.flatMap((text) => text.match(EVENT) ?? []);
  await expect.poll(async () => eventsOf(await said(page)).at(-1)).toBe(expected.at(-1));
  const all = await said(page);
  const log = all.join('\n');
  const opened = all.filter((text) => opening.test(text));
  expect(opened, log).toHaveLength(1);
  expect(
    all.filter((text, at) => HINTS.test(text) || text === all[at - 1]),
    log,
  ).toEqual([]);
  // The same event is not said again in other words, nor by the colour of a player who has a name.
  expect(
    all.filter((text) => /\b(Dark|Light)’s\b|is placed\.|is removed\./.test(text)),
    log,
  ).toEqual([]);
  expect(eventsOf(all), log).toEqual(expected);
}

const over = (page: Page) => page.getByRole('heading', { name: /^(You (win|lose)|A draw)$/ });
const mine = (page: Page) => page.locator('.turn-line .status.mine');
const onward = (page: Page) => page.getByRole('button', { name: 'Go to round 2' });

async function playWhole(page: Page, move: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    await expect(mine(page).or(over(page)).or(onward(page)).first()).toBeVisible();
    if (await over(page).isVisible()) return;
    const before = (await movesMade(page)).join();
    await move();
    await expect
      .poll(
        async () =>
          (await movesMade(page)).join() !== before || (await over(page).isVisible()) || onward(page).isVisible(),
      )
      .toBe(true);
    await expectNoError(page, `after ${before}`);
  }
  throw new Error('the game has no end');
}

const begin = async (page: Page, game: string, opponent = 'Computer', players = 2): Promise<void> => {
  await logRegions(page);
  await open(page, `/${game}/play`);
  if (players > 2) await page.getByLabel(`${players} players`).check();
  await chooseOpponents(page, players, opponent);
  const first = page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You');
  if (await first.isVisible()) await first.check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.turn-line').first()).toBeVisible();
};

/** Moves made in stored games: the last pieces are placed, and a round of 24 moves ends, soon afterwards. */
const [ISAAC_PLIES, NASCA_PLIES] = [16, 20] as const;

const sentences = async (page: Page): Promise<string[]> =>
  (await recordOf(page)).map(([who, move]) => pieceSentence(who, move));

/** Opens a stored game and plays it to its end: how it goes on, the last move before and each one since are announced once. */
async function playOn(page: Page, game: string, plies: number, opening: RegExp, move: () => Promise<void>) {
  await logRegions(page);
  await open(page, '/');
  await resume(page, savedGame(game, example(game), plies, 'alone'));
  await playWhole(page, move);
  await expectSaid(page, opening, (await sentences(page)).slice(plies - 1));
}

test('Isaac by mouse is announced once, from the last placements to the end, and no error text follows a legal move', async ({
  page,
}) => {
  const complaints = listen(page);
  const opening = /^You are Dark\. Your turn: place a piece\. Fill the board, then/;
  await playOn(page, 'isaac', ISAAC_PLIES, opening, async () => {
    const what = await yourTurn(page);
    if (what !== 'over') await moveByMouse(page, what);
  });
  expect(complaints).toEqual([]);
});

test('Nasca by mouse is announced once from the end of a round, and so is its break; no error text follows a legal move', async ({
  page,
}) => {
  const complaints = listen(page);
  await playOn(page, 'nasca', NASCA_PLIES, /^You are Dark\. Your turn: place a piece\./, async () => {
    if (!(await onward(page).isVisible())) return nasca(page);
    await expect(page.getByText(/^Round 1: you\s\d+, Kitten\s\d+\.$/).first()).toBeVisible();
    // The card has the button; without it the rack has.
    await expect(page.locator('.round').getByRole('button', { name: 'Go to round 2' })).toBeFocused();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.locator('.round')).toBeHidden();
    await onward(page).focus();
    await page.keyboard.press('Enter');
    // The button has disappeared: the focus is on the board.
    const board = page.getByRole('group', { name: 'Board of Nasca' });
    await expect.poll(() => board.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  });
  const all = await said(page);
  const starts = [1, 2].map((round) => all.flatMap((text, at) => (text.startsWith(`Round ${round}`) ? [at] : [])));
  expect(starts[0], all.join('\n')).toHaveLength(1);
  // How the first round ended is said once, not again when the second begins.
  expect(all.slice(starts[0]?.[0], starts[1]?.[0]).filter((text) => text.startsWith('Enclosed:'))).toEqual([]);
  await expect(page.getByText(/^Round 2: /).first()).toBeVisible();
  // A seat without ground has no bar.
  const perRound = await page.locator('.gains td > .visually-hidden').allTextContents();
  const sums = perRound.map((points) => points.split(' + ').reduce((sum, part) => sum + Number(part), 0));
  const total = await page.getByRole('table').locator('td.score').allTextContents();
  expect(total.map(Number).filter((points) => points > 0)).toEqual(sums);
  // In a wide low window the result is next to it.
  await page.getByRole('button', { name: 'Replay round 1' }).click();
  await expect(page.getByText(/^Round 1: /).first()).toBeVisible();
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

/** Of a capture only the number of crosses: the record names cells, and the sentences colours. */
const counted = (text: string): string =>
  text.replace(/took (.*)\.$/, (_, crosses: string) => `took ${crosses.match(/\(\w\d\)/g)?.length ?? 0}`);

test('a whole game of Masker by mouse is announced once, and no error text follows a legal move', async ({ page }) => {
  const complaints = listen(page);
  await begin(page, 'masker', 'Computer', 3);
  await playWhole(page, async () => masker(page, null as never));
  const all = await said(page);
  const log = all.join('\n');
  expect(all.filter((text) => /^Your secret colour: \w+\. Your turn: /.test(text)).length, log).toBe(1);
  // Two players can take a white cross one after the other, and then each capture is free. What the pointer is over is not an event.
  const mayRepeat = /may take any cross: |would stay in play\.$/;
  expect(
    all.filter((text, at) => HINTS.test(text) || (text === all[at - 1] && !mayRepeat.test(text))),
    log,
  ).toEqual([]);
  // The user's captures are said one by one, those of others by the turn.
  const expected = (await recordOf(page)).flatMap(([who, cells]) => {
    // `t2` is a gift of a player who is out.
    const count = cells.match(/[a-s]\d/g)?.length ?? 0;
    if (count === 0) return [];
    return who === 'You' ? Array<string>(count).fill('You took 1') : [`${who} took ${count}`];
  });
  // Who put a player out is said with it, and not of the capture alone.
  const captures = all.filter((text) => !text.includes('Out of the game:'));
  const events = captures.flatMap((text) => text.match(EVENT) ?? []).map(counted);
  expect(events, log).toEqual(expected.slice(0, events.length));
  expect(expected.length - events.length, log).toBeLessThan(2);
  await expect(page.getByText(/had \w+\. Out of the game:/)).toHaveCount(2);
  await expect(page.getByText(/No one had \w+ or \w+\./)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

/** The number on the piece of each move of `ARCANOR_GAME`, and the points after those that reach the goal row. */
const SIZES = '313131313131413131313131314';
const POINTS: Readonly<Record<string, number>> = { 'c6^c7': 3, 'c6-b7': 7, 'f6^f7': 10 };

test('a whole game of Arcanor by mouse is announced once', async ({ page }) => {
  const complaints = listen(page);
  await begin(page, 'arcanor', 'Same screen');
  for (const plies of ARCANOR_GAME.keys()) await arcanor(page, { match: { plies } } as never);
  await expect(page.getByRole('heading', { name: 'Player 1 (Light) wins' })).toBeVisible();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText('Player 1 (Light) reached 12 points.')).toBeVisible();
  for (const gain of ['4 on b7', '3 on c7', '4 on e7', '3 on f7']) await expect(page.getByText(gain)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  const events = ARCANOR_GAME.slice(0, -1).flatMap((text, ply) => {
    const [who, next] = ply % 2 === 0 ? ['Player 1', 'Player 2'] : ['Player 2', 'Player 1'];
    const [size, from, to] = [SIZES.charAt(ply), text.slice(0, 2), text.slice(3)];
    const what =
      text.charAt(2) === '^' ? `moved a ${size} alone, ${from} to ${to}` : `slid a ${size} from ${from} to ${to}`;
    const points = POINTS[text] === undefined ? [] : [`${who} now has ${POINTS[text]} points.`];
    const left = text.charAt(2) === '^' ? [`${who} now has a 4 on ${from}.`] : [];
    return [`${who} ${what}.`, `${next} to move`, ...left, ...points];
  });
  const all = await said(page);
  expect(all.filter((text) => HINTS.test(text))).toEqual([]);
  // What the pointer is over is not an event.
  expect(all.filter((text) => !/^(\w\d: |To |Slide to )/.test(text))).toEqual([
    'Player 1 to move. Be the first to bring 12 points to the far side.',
    ...events,
    'Player 1 slid a 4 from f6 to e7. Player 1 now has 14 points. Player 1 (Light) reached 12 points.',
  ]);
  expect(complaints).toEqual([]);
});

test('what is read with a place is not said again, and the same answer to a second peek is', async ({ page }) => {
  const complaints = listen(page);
  await begin(page, 'arcanor');
  const place = (id: string) => page.locator(`[data-target="${id}"]`);
  await place('b1').focus();
  await expect(place('b1')).toHaveAccessibleName('b1: your 3, holding your 4');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await expect(place('c1')).toHaveAccessibleName('c1: empty. To c1: slide or set free?');
  await expect(page.locator('.notes')).toContainText('To c1: slide or set free?');
  await page.keyboard.press('Escape');
  const answers = async () => (await said(page)).filter((text) => text.startsWith('You lift b1: your 4 is inside.'));
  for (const times of [1, 2]) {
    await page.getByRole('textbox', { name: 'Move or command' }).fill('peek b1');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await answers()).length).toBe(times);
  }
  expect((await said(page)).filter((text) => /holding|set free/.test(text))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('typed in Masker: undo takes back one capture, stop ends the turn, and what was looked back at is one position', async ({
  page,
}) => {
  const complaints = listen(page);
  await begin(page, 'masker');
  await expect.poll(async () => (await said(page)).length).toBe(1);
  const type = async (text: string): Promise<string> => {
    const before = (await said(page)).length;
    await page.getByRole('textbox', { name: 'Move or command' }).fill(text);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await said(page)).length).toBeGreaterThan(before);
    return (await said(page)).slice(before).join('\n');
  };
  expect(await type('stop')).toBe('Take a cross that touches the plain one.');
  expect(await type('help')).not.toMatch(/^(stop|undo|clock|back|peek|draw|best)\b/m);
  const captureOf = (moves: string): string => /(\w\d)(?:, \w+)*\.$/.exec(moves)?.[1] ?? '';
  const first = captureOf(await type('moves'));
  expect(await type(first)).toMatch(new RegExp(`^You took \\w+ \\(${first}\\)\\.`));
  const second = captureOf(await type('moves'));
  expect(await type(second)).toContain(`(${second}).`);
  // Said once, and not what was captured before it.
  expect((await type('undo')).split('\n')[0]).toBe('Taken back.');
  expect(await type('turn')).toContain(`Taken this turn: ${first} `);
  expect(await type('moves')).toMatch(/, stop\.$/);
  await type('stop');
  await expect(mine(page)).toBeVisible();
  await expect.poll(async () => (await said(page)).at(-1)).toMatch(/Your turn|may take any cross/);
  await type('back');
  const past = await type('turn');
  expect(past).toMatch(/^Looking back: /);
  expect(past).not.toContain('Your turn');
  expect(await type('moves')).toMatch(/^This is an earlier position\./);
  expect(complaints).toEqual([]);
});
