import { expect, type Page } from '@playwright/test';
import { join, newGuest, setPassword, terms, TestClient } from '@tablier/testkit/online';
import { test } from './fixtures.ts';
import { follow, open, playing } from './helpers.ts';

/** Letters from right to left, a name without a blank, and one of several letters for each sign. */
const SARAH = 'שרה כהן';
const LONG = 'W'.repeat(24);
const FAMILY = '👩‍👩‍👧‍👦 «(Anna) won 1-0»';

/**
 * What a name from right to left has put out of order: on each line of a block the words, numbers and names must stand from left to right in
 * the order in which they are written.
 */
const misplaced = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isBlock = (element: Element): boolean => !/^(inline|contents)/.test(getComputedStyle(element).display);
    const blockOf = (node: Node): Element | null => {
      let element = node.parentElement;
      while (element !== null && !isBlock(element)) element = element.parentElement;
      return element;
    };
    // A name can be broken: what follows is compared with its last line.
    const blocks = new Map<Element, { readonly first: DOMRect; readonly last: DOMRect }[]>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const block = blockOf(node);
      // What a person wrote has its own direction.
      if (block === null || node.parentElement?.closest('[dir]') || !/[א-ת]/.test(block.textContent ?? '')) continue;
      for (const part of (node.textContent ?? '').matchAll(/[א-ת]+(?: [א-ת]+)*|[a-z0-9]+/gi)) {
        const range = document.createRange();
        range.setStart(node, part.index);
        range.setEnd(node, part.index + part[0].length);
        const rects = [...range.getClientRects()];
        const [first, last] = [rects[0], rects.at(-1)];
        if (first === undefined || last === undefined || first.width <= 1) continue;
        blocks.set(block, [...(blocks.get(block) ?? []), { first, last }]);
      }
    }
    return [...blocks].flatMap(([block, parts]) => {
      const isOrdered = parts.every((part, index) => {
        const before = parts[index - 1]?.last;
        return before === undefined || Math.abs(before.top - part.first.top) > 6 || before.left < part.first.left;
      });
      return isOrdered ? [] : [(block.textContent ?? '').trim()];
    });
  });

/** Facts next to a long name that are cut or outside of the window. */
const cut = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const facts = [...document.querySelectorAll('.clock, .score, button, .figures')];
    return facts.flatMap((fact) => {
      // The field for commands is out of sight until it has the focus.
      if (fact.closest('.commands:not(:focus-within)') !== null) return [];
      const { left, right, width } = fact.getBoundingClientRect();
      const isCut = fact.scrollWidth > fact.clientWidth + 1 && getComputedStyle(fact).overflow !== 'visible';
      return width > 0 && (left < -1 || right > innerWidth + 1 || isCut) ? [fact.textContent ?? ''] : [];
    });
  });

test('names from right to left, long ones and emoji leave every fact where it belongs', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  await page.setViewportSize({ width: 360, height: 740 });
  const [long, family] = [await join(url, LONG), await join(url, FAMILY)];
  // Only a rating, a number next to the name, would change its place.
  const sarah = await new TestClient(
    url,
    await setPassword(url, await newGuest(url, SARAH), `sarah${Date.now()}`),
  ).connect();
  const rated = terms('isaac', {
    clock: { system: 'fischer', base: 300, increment: 3 },
    rated: true,
    seating: 'drawn',
    visibility: 'open',
  });
  await sarah.view((await sarah.must({ kind: 'open', terms: rated })).table);
  const clock = { system: 'fischer', base: 300, increment: 3 } as const;
  const chairs = ['me', 'open', 'open', 'open'] as const;
  const { table } = await sarah.must({
    kind: 'open',
    terms: terms('masker', { clock, chairs: [...chairs], visibility: 'open', seating: 'chosen' }),
  });
  await sarah.view(table);
  const seen = async (): Promise<void> => {
    expect(await misplaced(page), page.url()).toEqual([]);
    expect(await cut(page), page.url()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThan(1);
  };
  await open(page, '/lobby');
  await expect(page.getByText(SARAH).first()).toBeVisible();
  await seen();
  await follow(page, `/t/${table}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SARAH);
  await seen();
  await sarah.must({ kind: 'say', table, text: 'שלום (2) hello 3' });
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Sit down and play' }).click();
  // The page has taken the first free seat.
  await expect.poll(async () => (await sarah.view(table)).chairs[1]?.kind).toBe('person');
  await long.must({ kind: 'sit', table, chair: 2 });
  await family.must({ kind: 'sit', table, chair: 3 });
  await expect(playing(page)).toBeVisible();
  await seen();
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(page.getByText('hello 3')).toBeVisible();
  await seen();
  await sarah.act(table, { kind: 'resign' });
  await expect(page.getByText(SARAH).first()).toBeVisible();
  await seen();
  await Promise.all([sarah, long, family].map((player) => player.leave()));
});
