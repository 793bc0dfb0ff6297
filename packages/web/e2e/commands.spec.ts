import { type Browser, expect, type Page } from '@playwright/test';
import words from '../src/table/commands/words.en.json' with { type: 'json' };
import { givenUp, keep } from './archived-games.ts';
import { logRegions, said } from './ears.ts';
import { test } from './fixtures.ts';
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

/** What was said after a text. `isSilent`: nothing was said and the focus stayed, so who sees nothing noticed nothing. */
interface Answered {
  readonly said: string;
  readonly isSilent: boolean;
}

/** Types each text in turn, in the page: asking it for its roles hundreds of times takes longer than all answers. */
const answersTo = (page: Page, texts: readonly string[]): Promise<readonly Answered[]> =>
  page.evaluate(
    async ([label, all]) => {
      const field = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.control;
      if (!(field instanceof HTMLInputElement)) throw new Error('no field');
      const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], dialog[open]';
      const lines = () => [...document.querySelectorAll('.answer p')].map(({ textContent }) => textContent).join('\n');
      const noticed = (): string => {
        const said = [...document.querySelectorAll(regions)].map(({ textContent }) => textContent);
        return JSON.stringify([said, document.activeElement?.getAttribute('data-target')]);
      };
      const enter = async (text: string, isAnswered: () => boolean): Promise<boolean> => {
        field.focus();
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.form?.requestSubmit();
        for (const end = performance.now() + 20_000; performance.now() < end;) {
          // Not a frame: drawing the page after each text takes longer than all answers.
          await new Promise((resolve) => setTimeout(resolve));
          if (isAnswered()) return true;
        }
        return false;
      };
      const answers: Answered[] = [];
      for (const text of all) {
        // What is no command is refused before each, so that an answer which is given twice is noticed.
        const isRefused = await enter('zz', () => lines().includes('“zz”'));
        field.focus();
        const before = noticed();
        const isNoticed = await enter(text, () => !lines().includes('“zz”') && noticed() !== before);
        answers.push({ said: lines(), isSilent: !isRefused || !isNoticed || lines().includes(`“${text}”`) });
        document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
      }
      return answers;
    },
    [words.label, texts] as const,
  );

interface Heard {
  readonly typed: (game: string) => string;
  readonly says: RegExp;
  /** Where it says so. Absent: at every place. */
  readonly at?: readonly string[];
}

const MOVE =
  /^[\p{L}\d ]+ (placed a \d-cell piece on|removed a \d-cell piece|slid a \d from|moved a \d alone,|took a \d on|took \w+ \(\w\d\)).*\.$/u;
// The letter is in “empty” and in “marked”: on some of the boards there is no piece yet, on others no empty place.
const KIND: Readonly<Record<string, string>> = { isaac: 'm', nasca: 'empty', masker: 'cross', arcanor: '1' };
const IN_LINE = /^(Nothing there|Row|Column|\w\d\b).*\.$/;

/** Why there is none. */
const NO_MOVES = [words.not_your_turn, words.looks_back, words.is_over].join('|').replaceAll('.', '\\.');

/** What lichess has for players who see nothing, and what is heard here instead. Its list: `p`, `s`, `o`, `l`, `c`, `m`, `board`, `pocket`, `opponent`, back and forward. */
const HEARD: Readonly<Record<string, Heard>> = {
  'the last move': { typed: () => 'last', says: MOVE, at: ['play', 'replay', 'analysis', 'puzzle'] },
  'that there was no move': { typed: () => 'last', says: /^No move yet\.$/, at: ['lesson', 'watch'] },
  'whose turn and the points': { typed: () => 'turn', says: /\d/ },
  clocks: { typed: () => 'clock', says: /^(There is no clock\.|.+: \d+:\d\d(:\d\d)?\.)/m },
  'the opponent': { typed: () => 'players', says: /^.+\.\n.+\./ },
  'who only watches': { typed: () => 'players', says: /^You are watching\.$/m, at: ['replay', 'analysis', 'watch'] },
  'the board': { typed: () => 'board', says: /(.+\n){2}/ },
  'a square': { typed: (game) => `at ${PLACE[game]}`, says: /^\w\d: / },
  'a file': { typed: (game) => `at ${PLACE[game]?.charAt(0)}`, says: IN_LINE },
  'a rank': { typed: () => 'at 2', says: IN_LINE },
  'where pieces of a kind are': { typed: (game) => `find ${KIND[game]}`, says: /^(?!Nothing).*\d/ },
  pockets: { typed: () => 'pieces', says: /\d/ },
  moves: { typed: () => 'moves', says: new RegExp(`^(Moves: \\d+\\.\\n\\S+|${NO_MOVES})`) },
  captures: {
    typed: () => 'captures',
    says: new RegExp(`^(Moves: \\d+\\.\\n\\S+|${NO_MOVES}|No move of yours takes anything now\\.)`),
  },
  'captures of a player': {
    typed: () => 'captures',
    says: /^(Moves: \d+\.\n\S+|No move of yours takes anything now\.)/,
    at: ['play', 'analysis', 'puzzle'],
  },
  'moves of a player': { typed: () => 'moves', says: /^Moves: \d+\.\n\S+/, at: ['play', 'analysis', 'puzzle'] },
};

/** What a command is typed with in a game. */
const typedIn = (game: string, { id, word }: (typeof COMMANDS)[number]): string => {
  const takes = { at: PLACE, peek: PLACE, go: PLACE, find: KIND }[id];
  return takes === undefined ? word : `${word} ${takes[game]}`;
};

async function checkAll(page: Page, game: string, where: string): Promise<void> {
  await expect(field(page)).toBeAttached();
  const heard = Object.entries(HEARD).filter(([, { at }]) => at?.includes(where) !== false);
  // First what is asked of the position: others change it.
  const texts = [
    ...new Set([...heard.map(([, { typed }]) => typed(game)), ...COMMANDS.map((each) => typedIn(game, each))]),
  ];
  const answers = await answersTo(page, texts);
  for (const [what, { typed, says }] of heard)
    expect.soft(answers[texts.indexOf(typed(game))]?.said, `${what}: ${game}, ${where}`).toMatch(says);
  expect(
    texts.filter((_, at) => answers[at]?.isSilent !== false),
    `${game}, ${where}`,
  ).toEqual([]);
}

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
    const { page: host } = await newMember(browser, 'Hanna', { width: 1280, height: 720 }, null);
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

/** What a game answers is heard during play, and each other place is reached with two games, so that every game is at two or more. */
const REACHED: Readonly<Record<string, readonly string[]>> = {
  play: Object.keys(PLACE),
  replay: ['nasca', 'masker'],
  analysis: ['isaac', 'arcanor'],
  puzzle: ['isaac', 'masker'],
  lesson: ['nasca', 'arcanor'],
  watch: ['masker', 'arcanor'],
};

for (const [where, reach] of Object.entries(PLACES))
  test(`every command answers: ${where}`, async ({ page, browser }) => {
    const complaints = listen(page);
    await open(page, '/');
    for (const game of REACHED[where] ?? []) {
      const there = await reach(page, game, browser);
      await started(there);
      await checkAll(there, game, where);
    }
    expect(complaints).toEqual([]);
  });

test('a move is typed in many ways, and what is no move gets a named reason and stays', async ({ page }) => {
  const complaints = listen(page);
  await logRegions(page);
  await open(page, '/');
  await resume(page, savedGame('isaac', example('isaac'), 0, 'alone'));
  await yourTurn(page);
  await type(page, 'hello');
  await expect(commands(page).getByText('“hello” is neither a move nor a command.')).toBeAttached();
  await expect(field(page)).toHaveValue('hello');
  await type(page, '04 00');
  await expect(field(page)).toHaveValue('');
  // It is said until the bot has answered, which may be sooner than a busy machine looks.
  await expect.poll(async () => (await said(page)).join('\n')).toContain('You placed a 5-cell piece on 00-04.');
  await yourTurn(page);
  await type(page, '00-04');
  await expect(commands(page).getByText('Something is in the way on 00-04.')).toBeAttached();
  expect(await faults(page)).toEqual([]);
  // The same by keys on the board, from any place without keys of its own.
  await page.locator('[data-target]').first().focus();
  await page.keyboard.press('l');
  await expect(commands(page).getByText(/^Kitten placed a \d-cell piece on \d\d-\d\d\.$/)).toBeAttached();
  await page.keyboard.press('End');
  await expect(page.locator('[data-target="99"]')).toBeFocused();
  await page.keyboard.press('Y');
  await expect(page.locator('[data-target="04"]')).toBeFocused();
  await page.keyboard.press('M');
  await expect(commands(page).getByText('No move with 04.')).toBeAttached();
  await page.keyboard.press('i');
  await expect(field(page)).toBeFocused();
  // A command of the list that needs a place begins in the field, where its place follows.
  await field(page).fill('');
  await commands(page).getByText(words.list, { exact: true }).click();
  await commands(page).getByRole('button', { name: words.does_at, exact: true }).click();
  await expect(commands(page).getByText('Say the rest, too: at PLACE.')).toBeAttached();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('04');
  await page.keyboard.press('Enter');
  await expect(commands(page).getByText(/^04: /)).toBeAttached();
  expect(complaints).toEqual([]);
});
