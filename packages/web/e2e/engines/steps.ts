import { expect } from '@playwright/test';
import { SeededRng } from '@tablier/core';
import { ARCANOR_GAME } from '../movers.ts';
import { example, type Played as Whole, savedGame, STORED, store } from '../saved-games.ts';
import type { Engine } from './engine.ts';
import { OPENING, type Seeded } from './seed.ts';

/** Opened in each engine, one after the other by links inside the app: all kinds of pages that need no table, account or record. */
export const ADDRESSES = [
  '/',
  '/nasca',
  '/games',
  '/learn',
  '/isaac/learn',
  '/watch',
  '/lobby',
  '/search',
  '/archives',
  '/strength',
  '/studies',
  '/tournaments',
  '/puzzles',
  '/isaac/puzzles',
  '/isaac/puzzles/1',
  '/masker/rules',
  '/nasca/rules/numbered',
  '/arcanor/rules/A11',
  '/settings',
  '/account',
  '/reset',
];

const SEED = 30;

interface Played {
  readonly game: string;
  /** What is chosen before the game: an opponent, and what makes the game short. */
  readonly choices: readonly string[];
  /** The moves, where choices without a plan lead to no end. */
  readonly moves?: readonly string[];
  /** A whole game, of which the end is played in one of the engines. */
  readonly whole: () => Whole;
  readonly endsIn: EngineName;
}

export type EngineName = 'Firefox' | 'WebKit';

export const GAMES: readonly Played[] = [
  {
    game: 'nasca',
    choices: ['Computer', 'One'],
    whole: () => example('nasca', ({ options }) => options['rounds'] === 1),
    endsIn: 'Firefox',
  },
  { game: 'masker', choices: ['Computer'], whole: () => example('masker'), endsIn: 'WebKit' },
  { game: 'isaac', choices: ['Computer'], whole: () => example('isaac'), endsIn: 'WebKit' },
  {
    game: 'arcanor',
    choices: ['Same screen'],
    moves: ARCANOR_GAME,
    whole: () => ({ options: {}, players: 2, deal: null, moves: ARCANOR_GAME }),
    endsIn: 'Firefox',
  },
];

const isOpen = (): boolean =>
  document.querySelector('main:not([aria-busy]) h1:not([data-left])')?.checkVisibility() ?? false;

/** By how many pixels the page is wider than the window. */
const sideways = (): number => Math.max(0, document.documentElement.scrollWidth - innerWidth);

/** What the page says of an error. */
const alerts = (): string[] =>
  [...document.querySelectorAll('[role=alert], .notes .reason')]
    .map((one) => one.textContent ?? '')
    .filter((text) => text !== '');

/** The lists and tables whose scroll bars the browser draws in its own colours. WebKitGTK lets no page colour them. */
const plainBars = (): string[] =>
  [...(CSS.supports('scrollbar-color', 'red blue') ? document.querySelectorAll('*') : [])]
    .filter((one) => {
      const { overflowX, overflowY, scrollbarColor, scrollbarWidth } = getComputedStyle(one);
      const isScrolling = /auto|scroll/.test(`${overflowX} ${overflowY}`);
      return isScrolling && scrollbarColor === 'auto' && scrollbarWidth !== 'none';
    })
    .map((one) => `${one.localName}.${one.className}`);

async function expectSound(engine: Engine, where: string): Promise<void> {
  expect(await engine.evaluate(sideways, null), `${where}: pixels out of the window`).toBe(0);
  expect(await engine.evaluate(alerts, null), `${where}: errors`).toEqual([]);
  expect(await engine.evaluate(plainBars, null), `${where}: scroll bars without colours`).toEqual([]);
  expect(await engine.complaints(), `${where}: console and network`).toEqual([]);
}

/** The same numbers in every run: deals, bots and ids differ only by the order in which they are asked for. */
const unchance = (seed: number): void => {
  let state = seed;
  crypto.getRandomValues = (array) => {
    const bytes = array === null ? [] : new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (const at of bytes.keys()) bytes[at] = (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
    return array;
  };
};

/** Whole games are the same ones in every run. */
export const foresee = (engine: Engine): Promise<void> => engine.evaluate(unchance, SEED);

/** These engines draw a page in one step, which takes a machine that is busy longer than Chromium needs for it: a ceiling, no wait. */
const PATIENT = { intervals: [50], timeout: 240_000 };

/** Loads the app. Everything else is reached by its links and buttons. */
export async function load(engine: Engine, path: string): Promise<void> {
  await engine.goto(path);
  await expect.poll(() => engine.evaluate(isOpen, null), { message: path, ...PATIENT }).toBe(true);
  await expectSound(engine, path);
}

/** Follows a link inside the app, as `follow` in `helpers.ts` does. */
export async function visit(engine: Engine, address: string): Promise<void> {
  await engine.evaluate((href) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
  await expect.poll(() => engine.evaluate(isOpen, null), { message: address, ...PATIENT }).toBe(true);
  await expectSound(engine, address);
}

interface Wanted {
  readonly selector: string;
  readonly text: string;
}

/** Scrolls to the first element that has this text and says where its middle is; `null` if something covers it. */
const middleOf = ({ selector, text }: Wanted): readonly [number, number] | null => {
  const found = [...document.querySelectorAll(selector)].find((one) => (one.textContent ?? '').trim().startsWith(text));
  found?.scrollIntoView({ block: 'center', inline: 'nearest' });
  const { x = 0, y = 0, width = 0, height = 0 } = found?.getBoundingClientRect() ?? {};
  const [middle, center] = [x + width / 2, y + height / 2];
  const top = document.elementFromPoint(middle, center);
  return found !== undefined && (found.contains(top) || top?.contains(found) === true) ? [middle, center] : null;
};

async function press(engine: Engine, selector: string, text = ''): Promise<void> {
  const where = (): Promise<readonly [number, number] | null> => engine.evaluate(middleOf, { selector, text });
  let found = await where();
  await expect
    .poll(async () => (found ??= await where()) !== null, { message: `${selector} ${text}`, ...PATIENT })
    .toBe(true);
  if (found !== null) await engine.press(found[0], found[1]);
}

/** Plays the film of a game and saves it, in the kind of file that the engine can make. */
export async function seeFilm(engine: Engine, { filmed }: Seeded): Promise<void> {
  await load(engine, `/g/${filmed}#film`);
  await engine.evaluate(() => {
    URL.createObjectURL = (file) => {
      Object.assign(window, { film: file });
      return '#';
    };
    HTMLAnchorElement.prototype.click = () => undefined;
  }, null);
  await press(engine, 'dialog button:enabled', 'Play');
  const time = (): number => document.querySelector<HTMLInputElement>('dialog input[type=range]')?.valueAsNumber ?? 0;
  await expect.poll(() => engine.evaluate(time, null), { message: 'the film plays', ...PATIENT }).toBeGreaterThan(0);
  // Each frame of the screen draws it, which is dear without a graphics card.
  await press(engine, 'dialog button:enabled', 'Pause');
  const saved = (): readonly [string, number] => {
    const film: unknown = Reflect.get(window, 'film');
    return film instanceof Blob ? [film.type, film.size] : ['', 0];
  };
  // The button is there while nothing is being saved. A press misses it if the film has moved it meanwhile.
  const savedOrAsked = async (): Promise<readonly [string, number]> => {
    const found = await engine.evaluate(saved, null);
    const where = await engine.evaluate(middleOf, { selector: 'dialog .primary:enabled', text: '' });
    if (found[1] === 0 && where !== null) await engine.press(where[0], where[1]);
    return found;
  };
  // Hundreds of pictures are drawn without a graphics card, on processors that others use too.
  await expect.poll(savedOrAsked, { timeout: 600_000, intervals: [1000] }).not.toEqual(['', 0]);
  const [type, size] = await engine.evaluate(saved, null);
  expect(type).toMatch(/^(?:video\/(?:mp4|webm)|image\/gif)$/);
  expect(size).toBeGreaterThan(30_000);
  expect(size).toBeLessThan(2_000_000);
  await expectSound(engine, 'film');
}

/** What to do at a table: wait, press a point, or stop at the result. `place` is the target of the board there. */
interface Step {
  readonly result?: string;
  readonly at?: readonly [number, number];
  readonly place?: string;
}

interface Choice {
  /** The target pressed before. */
  readonly last: string | null;
  /** Below 1. */
  readonly random: number;
  readonly moves: readonly string[];
}

/** Chooses a legal press by what the page shows: the next of `moves`, or any. One function, because it runs in the page. */
const choose = ({ last, random, moves }: Choice): Step => {
  const shown = (selector: string): Element[] =>
    [...document.querySelectorAll(`.game-table ${selector}`)].filter((one) => one.checkVisibility());
  const nameOf = (one: Element): string =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/\s+/g, ' ').trim();
  const pick = (all: readonly Element[]): Element | undefined => all[Math.floor(random * all.length)];
  const on = (one: Element | undefined): Step => {
    if (one === undefined) return {};
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { x, y, width, height } = one.getBoundingClientRect();
    const place = one.getAttribute('data-target');
    return { at: [x + width / 2, y + height / 2], ...(place !== null && { place }) };
  };
  const result = document.querySelector('.game-table.finished .result h2');
  if (result !== null) return { result: nameOf(result) };
  const places = shown('svg[role=group] [data-target][aria-disabled="false"]');
  const says = document.querySelector('.game-table')?.textContent ?? '';
  // A game from memory shows no move but the last, with its number.
  const move =
    moves[Number.parseInt([...document.querySelectorAll('.moves li')].at(-1)?.textContent.trim() ?? '0', 10)];
  if (move !== undefined) {
    const answer = shown('.chooser button').find((one) => /Set free/.test(nameOf(one)) === (move[2] === '^'));
    const place = (id: string): Element | undefined => places.find((one) => one.getAttribute('data-target') === id);
    // The target is open as soon as the stack is held.
    return on(answer ?? place(move.slice(3)) ?? place(move.slice(0, 2)));
  }
  const buttons = shown('button:enabled:not([aria-disabled=true])');
  const answers = /^(Go to round|Advance|\d+ on)|\d+ from .+, \d+ from /;
  const answer = buttons.findLast((one) => answers.test(nameOf(one)));
  if (answer !== undefined) return on(answer);
  if (!shown('.turn-line').some((one) => nameOf(one).includes('Your turn'))) return {};
  const rotate = buttons.find((one) => nameOf(one).startsWith('Rotate the piece'));
  if (places.length === 0)
    return on(random < 0.5 && rotate !== undefined ? rotate : pick(shown('.tray button.item:enabled')));
  const again = places.find((one) => one.getAttribute('data-target') === last);
  return on(/This is (the last \w+|your last) cross/.test(says) && again !== undefined ? again : pick(places));
};

/** Where a game is: the heading of its result, empty before the end, and how often something was pressed. */
type IsReached = (result: string, presses: number) => boolean;

/** Moves by mouse whenever it may, until `isReached`. */
async function play(engine: Engine, name: string, moves: readonly string[], isReached: IsReached): Promise<void> {
  const rng = new SeededRng(`three engines: ${name}`);
  let last: string | null = null;
  let result = '';
  let presses = 0;
  const step = async (): Promise<boolean> => {
    if (isReached(result, presses)) return true;
    const chosen = await engine.evaluate(choose, { last, random: rng.below(1000) / 1000, moves });
    if (chosen.at !== undefined) {
      await engine.press(...chosen.at);
      last = chosen.place ?? null;
      presses++;
    }
    result = chosen.result ?? '';
    return isReached(result, presses);
  };
  await expect.poll(step, { message: name, intervals: [100], timeout: PATIENT.timeout }).toBe(true);
}

const RESULT = /\bwins?$|\blose$|^A draw$/;

/** Presses that begin a game: a move of each side at least. */
const BEGUN = 4;
/** Plies of the end of a game. */
const ENDING = 2;

/** Plays a game by mouse: its beginning, and in one engine the end of another one, which is stored as an earlier visit has left it. */
export async function playGame(
  engine: Engine,
  name: EngineName,
  { game, choices, moves = [], whole, endsIn }: Played,
): Promise<void> {
  await visit(engine, `/${game}/play`);
  for (const choice of choices) await press(engine, 'main label', choice);
  await press(engine, 'main button', 'Start the game');
  await play(engine, game, moves, (_, presses) => presses >= BEGUN);
  if (endsIn === name) {
    const played = whole();
    const seating = moves.length > 0 ? 'together' : 'alone';
    await engine.evaluate(store, savedGame(game, played, played.moves.length - ENDING, seating));
    await load(engine, STORED);
    await play(engine, game, moves, (result) => RESULT.test(result));
  }
  await expectSound(engine, game);
}

/** Sits down at a table with another player, who has made the first move, answers it by mouse, and wins because the other resigns. */
export async function playOnline(engine: Engine, { grace, table, ask }: Seeded): Promise<void> {
  await visit(engine, `/t/${table}`);
  await press(engine, 'main button', 'Sit down and play');
  await grace.view(table, ({ phase }) => phase === 'playing');
  await grace.act(table, { kind: 'move', move: OPENING });
  let isAnswered = false;
  void grace.view(table, ({ match }) => match?.plies === 2).then(() => (isAnswered = true));
  await play(engine, 'an answer at a table', [], () => isAnswered);
  await grace.act(table, { kind: 'resign' });
  await play(engine, 'a result of the table', [], (result) => result === 'You win');
  await expectSound(engine, 'the result of the table');
  await ask('/api/v1/reports', { person: { table, seat: 0 }, reason: 'stalling', text: 'She came too late.' });
}

/** Waits until there is an element, visible or in a part of the page that is folded, and presses it if that is wanted. */
const found = (engine: Engine, selector: string, wanted: 'seen' | 'pressed' = 'seen'): Promise<void> =>
  expect
    .poll(() => engine.evaluate(find, { selector, isPressed: wanted === 'pressed' }), {
      message: selector,
      ...PATIENT,
    })
    .toBe(true);

const find = ({ selector, isPressed }: { readonly selector: string; readonly isPressed: boolean }): boolean => {
  const element = document.querySelector<HTMLElement>(selector);
  if (isPressed) element?.click();
  return element !== null;
};

/** Opens what only a member has, and what there is about games and people. The member is a moderator. */
export async function visitAsMember(engine: Engine, { kept, tournament, username }: Seeded): Promise<void> {
  await visit(engine, `/g/${kept}/10`);
  await found(engine, '.moves + div button', 'pressed');
  await found(engine, 'section:has([data-state]) ol button');
  await visit(engine, '/studies');
  await found(engine, '.card form .primary', 'pressed');
  await found(engine, '.study-steps button');
  await expectSound(engine, 'a new study');
  await visit(engine, `/tournament/${tournament}`);
  await found(engine, 'main table');
  await visit(engine, `/@${username}`);
  await visit(engine, '/moderation');
  await found(engine, 'main summary', 'pressed');
  await found(engine, 'main details[open] dl');
  for (const address of ['/account', '/settings', '/games', '/lobby', '/']) await visit(engine, address);
}
