import { expect, type Page, test } from '@playwright/test';
import { chooseOpponent, listen, moveByMouse, movesMade, open, yourTurn } from './helpers.ts';
import { masker, nasca } from './movers.ts';

/** Logs what live regions would announce: all of a status, of others what is added. */
const logRegions = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const regions = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]';
    const textOf = (node: Node): string => (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    new MutationObserver((records) => {
      const texts = new Set<string>();
      for (const { target, addedNodes, type } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(regions);
        if (region === undefined || region === null) continue;
        const isWhole = region.getAttribute('role') === 'status' || type === 'characterData';
        for (const node of isWhole ? [region] : addedNodes) texts.add(textOf(node));
      }
      said.push(...[...texts].filter((text) => text !== ''));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

const said = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { said: string[] }).said);

/** Instructions, which are on the screen in every turn. */
const HINTS = /Pick a piece|choose where|Take a cross that|Take any cross|You may take/;

/** What a whole game has said: how it began, each turn of the other player once, and no hint. */
async function expectSaid(page: Page, { opening, turn }: { opening: RegExp; turn: RegExp }): Promise<void> {
  const all = await said(page);
  const log = all.join('\n');
  expect(
    all.filter((text) => opening.test(text)),
    log,
  ).toHaveLength(1);
  expect(
    all.filter((text) => HINTS.test(text)),
    log,
  ).toEqual([]);
  const events = all.filter((text) => turn.test(text));
  expect(events.length, log).toBeGreaterThan(2);
  // The same event is not said again in other words, nor by the colour of a player who has a name.
  expect(
    all.filter((text, at) => text === all[at - 1] && /placed|removed|took/.test(text)),
    log,
  ).toEqual([]);
  expect(
    all.filter((text) => /\b(Dark|Light)’s\b|is placed\.|is removed\./.test(text)),
    log,
  ).toEqual([]);
  const sentences = all.flatMap(
    (text) => text.match(/(?:Kitten|You) (?:placed|removed) a piece of \d \w+ [\w-]+/g) ?? [],
  );
  expect(
    sentences.filter((text, at) => text === sentences[at - 1]),
    log,
  ).toEqual([]);
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
  }
  throw new Error('the game has no end');
}

const begin = async (page: Page, game: string): Promise<void> => {
  await logRegions(page);
  await open(page, `/${game}/play`);
  await chooseOpponent(page, 'Computer');
  const first = page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You');
  if (await first.isVisible()) await first.check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(mine(page)).toBeVisible();
};

test('a game of Isaac is announced once', async ({ page }) => {
  const complaints = listen(page);
  await begin(page, 'isaac');
  await playWhole(page, async () => {
    const what = await yourTurn(page);
    if (what !== 'over') await moveByMouse(page, what);
  });
  await expectSaid(page, {
    opening: /^You are Dark\. Your turn: place a piece\. Reach 100/,
    turn: /^Kitten (placed|removed) /,
  });
  expect(complaints).toEqual([]);
});

test('a game of Nasca is announced once, and so is its break', async ({ page }) => {
  await begin(page, 'nasca');
  await playWhole(page, async () => {
    if (await onward(page).isVisible()) return onward(page).click();
    await nasca(page);
  });
  await expectSaid(page, { opening: /^You are Dark\. Your turn: place a piece\./, turn: /^Kitten placed / });
  const all = await said(page);
  expect(
    all.filter((text) => /^Round 1: /.test(text)),
    all.join('\n'),
  ).toHaveLength(1);
});

test('a game of Masker is announced once', async ({ page }) => {
  await begin(page, 'masker');
  await playWhole(page, async () => masker(page, null as never));
  await expectSaid(page, { opening: /^Your turn: .*secret colour/, turn: /^(Kitten|You) took / });
});
