import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { givenUp, keep } from './archived-games.ts';
import { test } from './fixtures.ts';
import { chooseOpponent, board, chooseInMenu, faults, listen, open, startIsaac, status, yourTurn } from './helpers.ts';

const hint = (page: Page) => page.getByRole('button', { name: 'Hint', exact: true });
const bubble = (page: Page) => page.locator('.bubble');
const said = (page: Page) => page.locator('.bubble p');
/** Everything that the board draws, as text. */
const drawn = (page: Page): Promise<string> => page.locator('.board svg').first().innerHTML();

/** Every shift of the layout that moves the board or the line below it. */
const observe = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { sources = [] } of list.getEntries() as (PerformanceEntry & {
        readonly sources?: readonly { readonly node: Element | null }[];
      })[])
        for (const { node } of sources)
          if (node?.closest?.('.notes, .bar, .picture > svg, .turn') && !node.matches('.status, .news'))
            shifts.push(node.outerHTML.slice(0, 80));
    }).observe({ type: 'layout-shift' });
  });

test('a hint shows the best move on a phone, moves nothing, and is counted in the result', async ({ page }) => {
  const complaints = listen(page);
  await page.setViewportSize({ width: 360, height: 640 });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await startIsaac(page);
  expect(scripts.filter((path) => /table-coach|coach\.en/.test(path))).toEqual([]);
  await observe(page);
  const before = await drawn(page);
  await hint(page).click();
  await expect(said(page)).toHaveText(/^(Best|The only move): \d\d-\d\d/);
  await expect.poll(() => drawn(page)).not.toBe(before);
  await expect(hint(page)).toHaveAttribute('aria-pressed', 'true');
  expect(await faults(page)).toEqual([]);
  await hint(page).click();
  await expect.poll(() => drawn(page)).toBe(before);
  expect(await page.evaluate(() => Reflect.get(window, 'shifts') as string[])).toEqual([]);

  // The position stays the same, so both looks count as one.
  await hint(page).click();
  await expect(said(page)).toHaveText(/^(Best|The only move):/);
  await chooseInMenu(page, 'Resign');
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByText('With 1 hint.')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the coach says what the last move of the computer does, and is chosen where a game is set up', async ({
  page,
}) => {
  // The game whose coach has words for every move: in others a move that leads nowhere passes in silence.
  await open(page, '/nasca/play');
  await chooseOpponent(page, 'Computer');
  await expect(page.getByText('Good for learning')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Explain the computer’s moves/ }).check();
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You', { exact: true }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const field = page.getByRole('textbox', { name: 'Move or command' });
  await field.fill('a1-d1');
  await field.press('Enter');
  await expect(said(page)).toHaveText(/^Kitten .+\./);
  await page.locator('.game-table svg[role=group] [data-target]').first().focus();
  await page.keyboard.press('Escape');
  expect(await faults(page)).toEqual([]);
});

test('before a blunder the coach asks, and then the move can be taken back', async ({ page }) => {
  const file = new URL('../../games/test/isaac/examples.jsonl', import.meta.url);
  const { moves } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as {
    readonly moves: readonly string[];
  };
  const events = moves.slice(0, 16).map((move, ply) => ({ kind: 'moved', seat: ply % 2, move }));
  const game = {
    format: 2,
    game: 'isaac',
    rules: 1,
    options: { scoringStarts: 'placer', counter: 'exact' },
    players: 2,
    deal: null,
    seats: [
      { kind: 'person', number: 1 },
      { kind: 'bot', level: 1 },
    ],
    seed: 'coach',
    events,
    plies: 16,
    end: null,
    changed: 1,
  };
  await page.addInitScript(
    ([stored, settings]) => {
      if (localStorage.getItem('tablier.settings') !== null) return;
      localStorage.setItem('tablier.games.coach1234567', stored ?? '');
      localStorage.setItem('tablier.settings', settings ?? '');
    },
    [JSON.stringify(game), JSON.stringify({ warnings: true })],
  );
  await page.clock.install();
  await open(page, '/play/coach1234567');
  await yourTurn(page);
  await expect.poll(() => page.workers().length).toBe(1);
  // A judgement that takes 1.5 s comes too late. The clock of the page stands still, so that this does not depend on the speed of the machine.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const blunder = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Piece of length 3/ }).click();
    await board(page).locator('[data-target="82"]').focus();
    await page.keyboard.press('Enter');
  };
  await blunder();
  await expect(said(page)).toHaveText(/^This move costs about \d+ points?\. Better: \d\d-\d\d\./);
  await page.clock.resume();
  expect(await faults(page)).toEqual([]);
  // The move was made by a key: the next key answers.
  await expect(bubble(page).getByRole('button', { name: 'Show me' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Kitten placed a \d-cell piece/).first()).toBeVisible();
  await expect(said(page)).toContainText('Was that a good one?');
  await bubble(page).getByRole('button', { name: 'Take back' }).click();
  await expect(status(page)).toContainText('Your turn');
  // The same position: it is played at once.
  await blunder();
  await expect(page.getByText(/^Kitten placed a \d-cell piece/).first()).toBeVisible();
});

test('the analysis of Masker says what a seat could know, and Arcanor what was shown', async ({ page }) => {
  const complaints = listen(page);
  for (const [game, ply, seen] of [
    ['masker', 6, /(red|yellow|green|blue|purple).*\d+%/],
    ['arcanor', 9, /^c2 .+’s 2 known from the start$/],
  ] as const) {
    await open(page, `/g/${await keep(page, givenUp(game, ply))}/${ply - 1}`);
    await page.getByRole('button', { name: 'Analyse' }).click();
    const part = page.getByRole('region', { name: 'What could this player know?' });
    await expect(part.getByRole('listitem').filter({ hasText: seen }).first()).toBeVisible();
    if (game === 'masker') {
      await expect(part.getByRole('listitem').filter({ hasText: 'true' })).toHaveCount(1);
      await expect(part.getByRole('status')).toContainText(/what could be known/);
    }
    expect(await faults(page)).toEqual([]);
  }
  expect(complaints).toEqual([]);
});
