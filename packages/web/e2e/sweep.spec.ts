import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { DRAWN, follow, newContext, open } from './helpers.ts';
import { faultsOfLayout } from './sweep-page.ts';
import { type Size, sweepSizes } from './sweep-sizes.ts';
import { ONLINE, PAGES, RESULTS, type State, TABLES } from './sweep-states.ts';

const LANGUAGES = ['en', 'fr', 'de', 'nl'] as const;
/** `TABLIER_SWEEP=whole` looks at every state in every window, in about 40 minutes; otherwise each state is looked at in its share of them. */
const isWhole = process.env['TABLIER_SWEEP'] === 'whole';
/** A part of the name of a state, to look at it alone. */
const only = process.env['TABLIER_SWEEP_STATE'] ?? '';
/** One of so many windows is a state's share. */
const SHARE = 52;

interface Found {
  readonly what: string;
  readonly words: Set<string>;
  readonly states: Set<string>;
  readonly windows: Set<string>;
}

/** Windows in which a state is opened once: in one language, by mouse or by finger. */
interface Look {
  readonly language: (typeof LANGUAGES)[number];
  readonly isTouch: boolean;
  readonly sizes: readonly Size[];
}

/** All windows, a quarter in each language; or a share of them, in one language, by mouse or by finger in turns. */
function looksAt(turn: number, { also }: State): readonly Look[] {
  const sizes = sweepSizes();
  if (!isWhole) {
    const isTouch = also === undefined && turn % 3 === 2;
    const own = sizes.filter((size) => size.isTouch === isTouch).filter((_, index) => index % SHARE === turn % SHARE);
    return [{ language: LANGUAGES[turn % 4] ?? 'en', isTouch, sizes: own }];
  }
  return LANGUAGES.flatMap((language, quarter) =>
    [false, true].map((isTouch) => ({
      language,
      isTouch,
      sizes: sizes.filter((size, index) => size.isTouch === isTouch && index % 4 === quarter),
    })),
  );
}

const setWindow = (session: CDPSession, { width, height, scale, isTouch }: Size): Promise<unknown> =>
  session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: scale,
    mobile: isTouch,
    viewport: DRAWN,
  });

/** Opens the address of a state, if it has one, as on a first visit and in a window that has room for it. `isNear`: by a link from the page that is open. */
async function prepare(page: Page, session: CDPSession, { language, isTouch }: Look, to?: string, isNear = false) {
  if (!isNear) {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouch, maxTouchPoints: isTouch ? 5 : 1 });
    await page.goto('/robots.txt');
  }
  await setWindow(session, { width: 1280, height: 900, scale: 1, isTouch });
  await page.context().clearCookies();
  await page.evaluate((chosen) => {
    localStorage.clear();
    localStorage.setItem('tablier.settings', JSON.stringify({ language: chosen, sound: false }));
  }, language);
  if (to !== undefined) await (isNear ? follow(page, to) : open(page, to));
}

interface Visit extends Look {
  readonly state: State;
  /** Pages with the same one need no other language, finger or session: a link leads from each to the next, which takes a third of the time. */
  readonly kind: string;
}

const visitsOf = (states: readonly State[]): readonly Visit[] =>
  states
    .flatMap((state, turn) => {
      const isLeftOut = !state.name.includes(only) || (state.isRare === true && !isWhole && only === '');
      return (isLeftOut ? [] : looksAt(turn, state)).map((look) => {
        const reached = state.address === undefined ? state.name : 'by its address';
        return { ...look, state, kind: `${look.language} ${look.isTouch} ${reached}` };
      });
    })
    .toSorted((one, other) => Number(one.kind > other.kind) - Number(one.kind < other.kind));

const listed = (items: ReadonlySet<string>, most: number): string =>
  [...items].slice(0, most).join(', ') + (items.size > most ? ', …' : '');

const reportOf = (all: ReadonlyMap<string, Found>): string[] =>
  [...all.values()]
    .map(
      ({ what, words, states, windows }) =>
        `${what} «${listed(words, 3)}» at ${listed(states, 4)} in ${windows.size} windows: ${listed(windows, 12)}`,
    )
    .toSorted();

for (const [group, states] of Object.entries({ tables: TABLES, results: RESULTS, online: ONLINE, pages: PAGES }))
  test(`${group}: everything can be read and pressed in windows of every size`, async ({ browser }) => {
    test.setTimeout(isWhole ? 7_200_000 : 900_000);
    // A context of its own: the windows and fingers that it pretends would stay for the next test.
    const page = await (await newContext(browser)).newPage();
    const session = await page.context().newCDPSession(page);
    const all = new Map<string, Found>();
    let looks = 0;
    const note = (state: State, { width, height, isTouch }: Size, what: string, words: string): void => {
      const found = all.get(what) ?? { what, words: new Set(), states: new Set(), windows: new Set() };
      all.set(what, found);
      found.words.add(words);
      found.states.add(state.name);
      found.windows.add(`${width}x${height}${isTouch ? ' by finger' : ''}`);
    };
    let last = '';
    for (const { state, kind, ...look } of visitsOf(states)) {
      await prepare(page, session, look, state.address, state.address !== undefined && kind === last);
      last = kind;
      await state.show(page, browser);
      await page.evaluate(() => document.fonts.ready);
      for (const size of [...look.sizes, ...(look.isTouch ? [] : (state.also ?? []))]) {
        looks++;
        await setWindow(session, size);
        const faults = await page.evaluate(faultsOfLayout, size.isTouch ? 44 : 24);
        for (const fault of faults) note(state, size, `${fault.kind}: ${fault.where}`, fault.words);
      }
      // A whole sweep takes long, and what it has found so far can be mended meanwhile.
      if (isWhole) console.log([`${state.name}: ${looks} windows so far`, ...reportOf(all)].join('\n  '));
    }
    expect(reportOf(all)).toEqual([]);
  });
