import { type Browser, expect, type Page, test } from '@playwright/test';
import words from '../src/table/commands/words.en.json' with { type: 'json' };
import { givenUp, keep } from './archived-games.ts';
import { faults, listen, open, started, yourTurn } from './helpers.ts';
import { newMember } from './members.ts';
import { example, resume, savedGame } from './saved-games.ts';

const field = (page: Page) => page.getByRole('textbox', { name: words.label });
const commands = (page: Page) => page.getByRole('region', { name: words.list });

/** Types into the field, as someone does who has found it in the tree of the page. */
async function type(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Every command of the registry: its file of words has one entry for each. */
const COMMANDS = Object.entries(words).flatMap(([key, text]) => {
  const id = /^type_(\w+)$/.exec(key)?.[1];
  return id === undefined ? [] : [{ id, word: text.split(' ')[0] ?? '' }];
});

const PLACE: Readonly<Record<string, string>> = { isaac: '34', nasca: 'c4', masker: 'c3', arcanor: 'b1' };

/** Types each text in turn. Returns those after which nothing was said and the focus stayed: who sees nothing noticed nothing. */
const silentAfter = (page: Page, texts: readonly string[]): Promise<string[]> =>
  page.evaluate(
    async ([label, all]) => {
      const field = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.control;
      if (!(field instanceof HTMLInputElement)) return ['no field'];
      const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], dialog[open]';
      const noticed = (): string => {
        const said = [...document.querySelectorAll(regions)].map(({ textContent }) => textContent);
        return JSON.stringify([said, document.activeElement?.getAttribute('data-target')]);
      };
      const enter = async (text: string): Promise<boolean> => {
        field.focus();
        const before = noticed();
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.form?.requestSubmit();
        for (const end = performance.now() + 5000; performance.now() < end;) {
          await new Promise(requestAnimationFrame);
          if (noticed() !== before) return true;
        }
        return false;
      };
      const silent: string[] = [];
      for (const text of all) {
        // What is no command is refused before each, so that an answer which is given twice is noticed.
        if (!(await enter(`zz${text}`)) || !(await enter(text))) silent.push(text);
        if (document.querySelector('.answer')?.textContent?.includes(`“${text}”`) === true) silent.push(`no ${text}`);
        document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
      }
      return silent;
    },
    [words.label, texts] as const,
  );

async function checkAll(page: Page, game: string, where: string): Promise<void> {
  await expect(field(page)).toBeAttached();
  const texts = COMMANDS.map(({ id, word }) => (/^(at|peek)$/.test(id) ? `${word} ${PLACE[game]}` : word));
  expect(await silentAfter(page, texts), `${game}, ${where}`).toEqual([]);
}

const GAMES = Object.keys(PLACE);
/** A finished game. It is short, because commands ask for its analysis. */
const finished = (page: Page, game: string): Promise<string> => keep(page, givenUp(game, 6));

/** Where commands work: how each place is reached with a game. */
const PLACES: Readonly<Record<string, (page: Page, game: string, browser: Browser) => Promise<Page>>> = {
  play: async (page, game) => {
    await resume(page, savedGame(game, example(game), 4, 'alone'));
    return page;
  },
  replay: async (page, game) => {
    await open(page, `/g/${await finished(page, game)}/5`);
    return page;
  },
  analysis: async (page, game) => {
    await open(page, `/g/${await finished(page, game)}/5`);
    await page
      .getByRole('button', { name: /^Analyse/ })
      .first()
      .click();
    return page;
  },
  puzzle: async (page, game) => {
    await open(page, `/${game}/puzzles/1`);
    return page;
  },
  lesson: async (page, game) => {
    await open(page, `/${game}/learn`);
    return page;
  },
  watch: async (page, game, browser) => {
    const { page: host } = await newMember(browser, 'Hanna', { width: 1280, height: 720 }, '/settings');
    const token = await host.request.post('/api/me/tokens', { data: { label: 'x', scopes: ['play'], days: 1 } });
    const headers = { authorization: `Bearer ${((await token.json()) as { readonly secret: string }).secret}` };
    const rules = { game, options: {}, clock: { system: 'fischer', base: 3600, increment: 30 }, takeBack: 'never' };
    const terms = { ...rules, visibility: 'link', seating: 'chosen', chairs: ['me', { bot: 'beginner' }] };
    const made = await host.request.post('/api/v1/tables', { headers, data: { id: `watch-${game}`, terms } });
    expect(made.ok(), await made.text()).toBe(true);
    await open(page, `/t/${((await made.json()) as { readonly table: string }).table}`);
    return page;
  },
};

for (const [where, reach] of Object.entries(PLACES))
  test(`every command answers in each game: ${where}`, async ({ page, browser }) => {
    const complaints = listen(page);
    await open(page, '/');
    for (const game of GAMES) {
      const there = await reach(page, game, browser);
      await started(there);
      await checkAll(there, game, where);
    }
    expect(complaints).toEqual([]);
  });

test('a move is typed in many ways, and what is no move gets a named reason and stays', async ({ page }) => {
  const complaints = listen(page);
  await open(page, '/');
  await resume(page, savedGame('isaac', example('isaac'), 0, 'alone'));
  await yourTurn(page);
  await type(page, 'hello');
  await expect(commands(page).getByText('“hello” is neither a move nor a command.')).toBeAttached();
  await expect(field(page)).toHaveValue('hello');
  await type(page, '04 00');
  await expect(field(page)).toHaveValue('');
  await expect(page.getByText(/^You placed a piece of 5 on 00-04\.$/).first()).toBeAttached();
  await yourTurn(page);
  await type(page, '00-04');
  await expect(commands(page).getByText('Something is in the way on 00-04.')).toBeAttached();
  expect(await faults(page)).toEqual([]);
  // The same by keys on the board, from any place without keys of its own.
  await page.locator('[data-target]').first().focus();
  await page.keyboard.press('l');
  await expect(commands(page).getByText(/^Kitten placed a piece of \d on \d\d-\d\d\.$/)).toBeAttached();
  await page.keyboard.press('End');
  await expect(page.locator('[data-target="99"]')).toBeFocused();
  await page.keyboard.press('Y');
  await expect(page.locator('[data-target="04"]')).toBeFocused();
  await page.keyboard.press('i');
  await expect(field(page)).toBeFocused();
  expect(complaints).toEqual([]);
});
