import { expect, type Page } from '@playwright/test';
import { answerBot } from '@tablier/ai';
import { type Game, legalMovesOf, makeSetup, type Options, type Position } from '@tablier/core';
import { findGame } from '@tablier/games';
import { READERS } from '@tablier/games/reading';
import words from '../src/table/commands/words.en.json' with { type: 'json' };
import { answered, logRegions, said } from './ears.ts';
import { test } from './fixtures.ts';
import { chooseOpponent, listen, open } from './helpers.ts';

const OPPONENT = 'Puppy';
/** The level of the player, who knows nothing but what is heard. */
const LEVEL = 6;

const field = (page: Page) => page.getByRole('textbox', { name: words.label });

/** The same deals and bots in each run. */
const fixChance = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let state = 1;
    crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
      if (array === null) return array;
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (const at of bytes.keys()) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        bytes[at] = state >>> 24;
      }
      return array;
    };
  });

/** Where the focus goes is said, too, unless it is where one types. */
const logFocus = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element) || target.matches('input')) return;
      const name = target.getAttribute('aria-label') ?? target.textContent ?? '';
      (window as unknown as { said: string[] }).said.push(`[focus] ${name.trim()}`);
    }),
  );

/** Someone at a table who sees nothing: what was heard so far, and the field for moves and commands. */
class Listener {
  readonly #page: Page;
  #heard: readonly string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  get heard(): string {
    return this.#heard.join('\n');
  }

  /** What is said next. */
  async listen(): Promise<string> {
    const before = this.#heard.length;
    await this.#page
      .waitForFunction((count) => (window as unknown as { said: string[] }).said.length > count, before, {
        timeout: 30_000,
      })
      .catch(() => Promise.reject(new Error(`silence after\n${this.#heard.slice(-30).join('\n')}`)));
    this.#heard = await said(this.#page);
    return this.#heard.slice(before).join('\n');
  }

  /** Leaves out what has been said so far. */
  async catchUp(): Promise<void> {
    this.#heard = await said(this.#page);
  }

  async type(text: string): Promise<string> {
    await field(this.#page).fill(text);
    await field(this.#page).press('Enter');
    return this.listen();
  }
}

const begun = (game: Game, options: Options): Position => {
  const setup = makeSetup(game, { options, players: 2, deal: null });
  if (!setup.ok) throw new Error(setup.error.name);
  return game.start(setup.value);
};

const MOVED = /(?:slid a \d from|moved a \d alone,|took a \d on) (\w\d) (to|from) (\w\d)\./g;

/** At a memory table no one says what a stack holds: who plays well has noted each move. */
function remembered(game: Game, heard: string): Position {
  const position = begun(game, { table: 'memory' });
  for (const [sentence, one, word, other] of heard.matchAll(MOVED)) {
    const sign = word === 'from' ? 'x' : sentence.startsWith('moved') ? '^' : '-';
    const text = word === 'from' ? `${other}${sign}${one}` : `${one}${sign}${other}`;
    const move = game.parseMove(text);
    if (move === null || !legalMovesOf(game, position).includes(move)) throw new Error(`${text} of “${sentence}”`);
    position.play(move);
  }
  return position;
}

/** The move of the player, by what was heard of the position and the moves. */
function chosen(id: string, text: string, heard: string): string {
  const game = findGame(id);
  if (game === undefined) throw new Error(`no game ${id}`);
  const told = text.replaceAll(/\bYou\b/g, 'A').replaceAll(OPPONENT, 'B');
  const position = id === 'arcanor' ? remembered(game, heard) : READERS[id]?.(told);
  if (position === undefined) throw new Error(`no reader of ${id}`);
  const options = Reflect.get(position, 'options') as Options;
  const knowledge = game.secrets.knowledge(position, 0);
  const answer = answerBot(findGame, { game: id, options, knowledge, level: LEVEL, seed: told });
  if ('error' in answer) throw new Error(answer.error);
  return answer.move;
}

/** Plays until the result is said, or so many moves. */
async function play(page: Page, game: string, most = Number.POSITIVE_INFINITY): Promise<Listener> {
  const listener = new Listener(page);
  let news = await listener.listen();
  let made = 0;
  // The end can be said together with the answer to a question.
  const isOver = (): boolean => listener.heard.includes('[focus] You');
  for (let step = 0; step < 400; step++) {
    if (isOver() || made === most) return listener;
    const turn = await listener.type('turn');
    if (isOver()) return listener;
    if (turn.includes(words.may_go_on)) news = await listener.type('on');
    else if (/Your turn/.test(turn)) {
      made++;
      const move = chosen(game, await listener.type('board'), listener.heard);
      news = await listener.type(move);
      // A question before a bad move, and before one that cannot be undone.
      if (/Wait: a better move|Press again/.test(news)) news = await listener.type(move);
    } else news = await listener.listen();
  }
  throw new Error(`no end after\n${listener.heard}`);
}

/** A game against Puppy, by someone who hears its texts and the focus. */
async function begin(page: Page, game: string): Promise<void> {
  await fixChance(page);
  await logRegions(page);
  await logFocus(page);
  await open(page, `/${game}/play`);
  await chooseOpponent(page, 'Computer');
  await page.getByRole('radio', { name: `2, ${OPPONENT}` }).check();
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
}

for (const game of ['isaac', 'nasca', 'masker'])
  test(`someone who only hears the page beats level 2 in ${game}`, async ({ page }) => {
    const complaints = listen(page);
    await begin(page, game);
    const listener = await play(page, game);
    // The move that ended the game is heard with its result, and again when asked for: its last place at least, where each step is said.
    const place = (await listener.type('last')).split(' ').at(-1) ?? '';
    const heard = async (): Promise<string[]> => (await said(page)).slice(-8);
    await expect.poll(async () => (await heard()).filter((text) => text.includes(place)).length).toBeGreaterThan(1);
    await listener.catchUp();
    const end = await listener.type('turn');
    expect(end, listener.heard).toMatch(/^You win\. /m);
    // One region says how the game ended, besides the answers to those who ask.
    const [, why = ''] = /^You win\. (.*)$/m.exec(end) ?? [];
    const timesSaid = (texts: readonly string[]): number => texts.filter((text) => text.includes(why)).length;
    const log = await said(page);
    expect(timesSaid(log) - timesSaid(await answered(page))).toBe(1);
    for (const [at, text] of log.entries()) {
      const [, gone] = /^No (\w+) cross is left\.$/.exec(text) ?? [];
      // Not before the capture that it comes from.
      if (gone !== undefined) expect(log.slice(0, at).findLast((earlier) => / took /.test(earlier))).toContain(gone);
    }
    expect(complaints).toEqual([]);
  });

test('someone who only hears the page knows every stack of arcanor, because each move is said', async ({ page }) => {
  const complaints = listen(page);
  await begin(page, 'arcanor');
  // A move that what was heard does not allow is an error of `remembered`.
  const { heard } = await play(page, 'arcanor', 12);
  expect([...heard.matchAll(MOVED)].length, heard).toBeGreaterThan(20);
  expect(complaints).toEqual([]);
});
