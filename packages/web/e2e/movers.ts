import { expect, type Locator, type Page } from '@playwright/test';
import { moveByMouse, openPlaces, placeByMouse, yourTurn } from './helpers.ts';
import type { Mover } from './online.ts';

const target = (page: Page, cell: string): Locator =>
  page.locator(`.game-table svg[role=group] [data-target="${cell}"]`);

/** Isaac: the longest piece that fits; then the first legal removal or advance. */
export const isaac: Mover = async (page) =>
  moveByMouse(page, await yourTurn(page).then((what) => (what === 'over' ? 'move' : what)));

/** Nasca: the longest piece that fits. */
export const nasca = async (page: Page): Promise<void> => {
  await expect(page.getByText(/^Your turn/).first()).toBeVisible();
  const onward = page.getByRole('button', { name: 'Go to round 2' });
  if (await onward.isVisible()) await onward.click();
  await placeByMouse(page);
};

/** Masker: the first legal capture, three in a turn; the last of a colour needs a second press. */
export const masker: Mover = async (page) => {
  const gift = page.getByRole('button', { name: /\d+ from .+, \d+ from .+$/ });
  await expect(page.getByText(/^Your turn/).first()).toBeVisible();
  await expect(openPlaces(page).first().or(gift.first()).first()).toBeVisible();
  if (await gift.first().isVisible()) return gift.first().click();
  await openPlaces(page).first().click();
  if (await page.getByText(/^This is (the last \w+|your last) cross/).isVisible())
    await openPlaces(page).first().click();
};

/** A complete game of Arcanor: Light brings two stacks across and opens each at the edge of the goal row [A11]. */
export const ARCANOR_GAME = [
  'b1-c2 b7-a6 c2-c3 a6-a5 c3-c4 a5-a4 c4-c5 a4-a3 c5-c6 a3-a2 c6^c7 e7-e6 c6-b7 e6-e5',
  'e1-f2 e5-e4 f2-f3 h7-h6 f3-f4 h6-h5 f4-f5 h5-h4 f5-f6 h4-h3 f6^f7 h3-h2 f6-e7',
]
  .join(' ')
  .split(' ');

/** Arcanor: chooses a stack and its target, and answers the question if there is one. */
export const arcanor: Mover = async (page, { match }) => {
  const text = ARCANOR_GAME[match?.plies ?? -1] ?? '';
  const [from, to] = [text.slice(0, 2), text.slice(3)];
  await expect(target(page, from)).toHaveAttribute('aria-disabled', 'false');
  await target(page, from).click();
  await target(page, to).click();
  const question = page.getByRole('group', { name: `To ${to}: slide or set free?` });
  if (await question.isVisible())
    await question.getByRole('button', { name: text.charAt(2) === '^' ? 'Set free' : 'Slide' }).click();
};
