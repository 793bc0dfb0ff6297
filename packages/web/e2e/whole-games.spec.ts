import { SeededRng } from '@tablier/core';
import { expect, type Locator, type Page } from '@playwright/test';
import { completeMove, glimpse } from './glimpse.ts';
import { test } from './fixtures.ts';
import { chooseOpponent, expectNoError, listen, open, overflow } from './helpers.ts';
import { ARCANOR_GAME } from './movers.ts';
import { example, type Played, resume, savedGame } from './saved-games.ts';

const picture = (page: Page): Locator => page.locator('.game-table svg[role=group]');
const place = (page: Page, id: string): Locator => picture(page).locator(`[data-target="${id}"]`);
const result = (page: Page): Locator => page.getByRole('heading', { name: /wins?$|^A draw$/ });
const curtain = (page: Page): Locator => page.getByRole('heading', { name: /^Hand it to/ });

/** Where the board, the plates and the rack are, in whole pixels. */
const layout = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.game-table :is(svg[role=group], li[style*="--at"]), .tray, .acts, .bar')].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.localName}.${element.classList[0]}: ${[x, y, width, height].map(Math.round).join(' ')}`;
      },
    ),
  );

/** The enabled targets. */
const openPlaces = (page: Page): Promise<string[]> =>
  picture(page)
    .locator('[data-target][aria-disabled="false"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-target') ?? ''));

const pick = <T>(rng: SeededRng, items: readonly T[]): T => items[rng.below(items.length)] as T;

/** Presses a target that completes a move; resolves once it is made and no error text follows. */
async function makeMove(page: Page, press: () => Promise<void>): Promise<void> {
  const before = await completeMove(page, press);
  await expectNoError(page, `after a move that followed ${before.slice(-40)}`);
}

/** Takes a piece that fits, and turns it if necessary. */
async function takePiece(page: Page, rng: SeededRng): Promise<string[]> {
  const pieces = page.locator('.tray button.item:enabled');
  const piece = pieces.nth(rng.below(await pieces.count()));
  if ((await piece.getAttribute('aria-pressed')) !== 'true') await piece.tap();
  for (let way = 0; way < 2; way++) {
    const places = await openPlaces(page);
    if (places.length > 0) return places;
    await page.getByRole('button', { name: 'Rotate the piece' }).tap();
  }
  throw new Error('an enabled piece has no place');
}

/** The first touch of a place only shows a preview. */
type Turn = (page: Page, rng: SeededRng) => Promise<void>;

/** Nasca, and placing in Isaac. */
const placePiece: Turn = async (page, rng) => {
  const id = pick(rng, await takePiece(page, rng));
  await place(page, id).tap();
  await expectNoError(page, 'after the first touch');
  await makeMove(page, () => place(page, id).tap());
};

const isaac: Turn = async (page, rng) => {
  if ((await glimpse(page)).status.endsWith('to place a piece')) return placePiece(page, rng);
  const id = pick(rng, await openPlaces(page));
  await place(page, id).tap();
  await makeMove(page, () => place(page, id).tap());
};

const masker: Turn = async (page, rng) => {
  // The first curtain appears a moment after the start.
  await expect(curtain(page).or(picture(page)).or(result(page)).first()).toBeVisible();
  if ((await glimpse(page)).isCurtain) {
    await page.getByRole('button', { name: 'I’m ready' }).tap();
    await expect(page.getByText(/^Your secret colour$/)).toBeVisible();
    return expectNoError(page, 'after the curtain');
  }
  const id = pick(rng, await openPlaces(page));
  await place(page, id).tap();
  await makeMove(page, () => place(page, id).tap());
};

/** A random game of Arcanor does not end, so this one is prepared: its moves after so many. */
function arcanor(made: number): Turn {
  const moves = ARCANOR_GAME.slice(made);
  return async (page) => {
    const text = moves.shift() ?? '';
    const [from, to] = [text.slice(0, 2), text.slice(3)];
    await place(page, from).tap();
    await makeMove(page, async () => {
      await place(page, to).tap();
      const question = page.getByRole('group', { name: `To ${to}: slide or set free?` });
      if (await question.isVisible())
        await question.getByRole('button', { name: text.charAt(2) === '^' ? 'Set free' : 'Slide' }).tap();
    });
  };
}

interface Game {
  /** How moves are made after so many. */
  readonly turn: (made: number) => Turn;
  readonly option?: string;
  /** A whole game, of which the end is played. */
  readonly played: () => Played;
  /** What the result says. */
  readonly ending?: readonly RegExp[];
}

const GAMES: Readonly<Record<string, Game>> = {
  isaac: { turn: () => isaac, played: () => example('isaac') },
  nasca: {
    turn: () => placePiece,
    option: 'One',
    played: () => example('nasca', ({ options }) => options['rounds'] === 1),
  },
  masker: {
    turn: () => masker,
    played: () => example('masker'),
    ending: [/Player \d had \w+\. Out of the game:/, /No one had \w+, \w+,? or \w+\./],
  },
  arcanor: { turn: arcanor, played: () => ({ options: {}, players: 2, deal: null, moves: ARCANOR_GAME }) },
};

async function start(page: Page, game: string, option: string | undefined): Promise<void> {
  await open(page, `/${game}/play`);
  await chooseOpponent(page, 'Same screen');
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByRole('radio').nth(1).check();
  if (option !== undefined) await page.getByRole('radio', { name: option, exact: true }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(picture(page).or(curtain(page)).first()).toBeVisible();
}

/** Makes moves until `isEnough`, with choices from a fixed seed: nothing scrolls, and nothing moves. */
async function playUntil(page: Page, turn: Turn, rng: SeededRng, isEnough: (turns: number) => boolean): Promise<void> {
  let first: readonly string[] = [];
  let turns = 0;
  for (let seen = await glimpse(page); !seen.isFinished && !isEnough(turns); seen = await glimpse(page)) {
    await turn(page, rng);
    turns++;
    const { moves, isCurtain, isFinished } = await glimpse(page);
    const made = `after the moves ${moves.replaceAll('\n', ', ')}`;
    expect(await overflow(page), made).toEqual([0, 0, 0]);
    if (isCurtain || isFinished) continue;
    const now = await layout(page);
    if (first.length === 0) first = now;
    expect(now, made).toEqual(first);
  }
}

/** How much of a game is played at its beginning and at its end. */
const [TURNS, PLIES] = [8, 8];

/** The beginning of a game between people on one device, and the end of another one. */
async function playBothEnds(page: Page, { turn, option, played, ending = [] }: Game, game: string): Promise<void> {
  const complaints = listen(page);
  const rng = new SeededRng(`whole game of ${game}`);
  await start(page, game, option);
  await playUntil(page, turn(0), rng, (turns) => turns === TURNS);
  const whole = played();
  const plies = whole.moves.length - PLIES;
  await resume(page, savedGame(game, whole, plies, 'together'));
  await playUntil(page, turn(plies), rng, () => false);
  await expect(result(page)).toBeVisible();
  for (const text of ending) await expect(page.getByText(text).first()).toBeVisible();
  await expectNoError(page, 'at the end');
  expect(complaints).toEqual([]);
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });

  for (const [name, game] of Object.entries(GAMES)) {
    test(`the beginning and the end of a game of ${name}: nothing scrolls, nothing moves, and no error text follows a legal move`, async ({
      page,
    }) => {
      await playBothEnds(page, game, name);
    });
  }
});
