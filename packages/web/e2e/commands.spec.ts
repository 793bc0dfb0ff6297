import { expect, type Page, test } from '@playwright/test';
import { chooseOpponent, faults, focus, listen, open, yourTurn } from './helpers.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Move or command' });
const answer = (page: Page) => page.getByRole('region', { name: 'Commands' }).locator('.answer');

/** Types into the field, as a screen reader does that has found it in the page. */
async function type(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

async function startIsaac(page: Page): Promise<void> {
  await open(page, '/isaac/play');
  await chooseOpponent(page, 'Computer');
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await yourTurn(page);
}

test('a move is typed in many ways, and what is no move gets a named reason and stays', async ({ page }) => {
  const complaints = listen(page);
  await startIsaac(page);
  await type(page, 'hello');
  await expect(answer(page)).toHaveText('“hello” is neither a move nor a command. Type “help” for the list.');
  await expect(field(page)).toHaveValue('hello');
  await type(page, '00-09');
  await type(page, '04 00');
  await expect(field(page)).toHaveValue('');
  await expect(page.getByText(/^You placed a piece of 5 on 00-04\.$/).first()).toBeAttached();
  await yourTurn(page);
  await type(page, '00-04');
  await expect(answer(page)).toHaveText(/^00-04 is not possible\.\s*Something is in the way on 00-04\.$/);
  await type(page, 'b');
  await expect(answer(page)).toContainText('Row 0: You 5 on 00-04, number 3');
  expect(await faults(page)).toEqual([]);
  await page.locator('body').press('Escape');
  await page.locator('[data-target]').first().focus();
  await page.keyboard.press('n');
  expect((await focus(page)).onBoard).toBe(true);
  expect(complaints).toEqual([]);
});
