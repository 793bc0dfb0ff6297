import { readFileSync } from 'node:fs';
import { type Download, expect, type Page, test } from '@playwright/test';
import { EXAMPLES, exampleOf, keep } from './archived-games.ts';
import { faults, giveUp, listen, open, placeByMouse, startIsaac } from './helpers.ts';

/** How much two pictures of one size differ: the mean over all pixels and colours, from 0 to 1. */
const difference = (page: Page, one: string, other: string): Promise<number> =>
  page.evaluate(
    async (sources) => {
      const [width, height] = [300, 300];
      const pixelsOf = async (source: string): Promise<Uint8ClampedArray> => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context?.drawImage(image, 0, 0, width, height);
        return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      };
      const [left, right] = await Promise.all(sources.map(pixelsOf));
      if (left === undefined || right === undefined) return 1;
      let sum = 0;
      for (const [at, value] of left.entries()) sum += Math.abs(value - (right[at] ?? 0));
      return sum / left.length / 255;
    },
    [one, other],
  );

for (const { game } of EXAMPLES) {
  test(`${game}: the pictures of the server are those of the board`, async ({ page }) => {
    // A long one: two positions differ in much, and the search of a result does not begin in the middle.
    const record = exampleOf(game);
    const id = await keep(page, record);
    const ply = Math.floor(record.moves.length * 0.6);
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `/g/${id}/${ply}`);
    const board = page.locator('svg[role="group"]').first();
    await expect(board).toBeVisible();
    const [svg, png, other] = [`/g/${id}/${ply}.svg`, `/g/${id}/${ply}.png`, `/g/${id}/${Math.floor(ply / 2)}.svg`];
    const differences = async (): Promise<readonly number[]> => {
      const shot = `data:image/png;base64,${(await board.screenshot()).toString('base64')}`;
      return Promise.all([svg, png, other].map((picture) => difference(page, shot, picture)));
    };
    // The wood of the board may come a moment after it.
    await expect(async () => {
      const [bySvg = 1, byPng = 1, byOther = 0] = await differences();
      expect(Math.max(bySvg, byPng)).toBeLessThan(0.02);
      expect(byOther).toBeGreaterThan(2 * Math.max(bySvg, byPng));
    }).toPass({ timeout: 60_000 });
  });
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`at ${width} x ${height} the boxes show pictures of the boards that replay a game later`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, '/');
    const boxes = page.locator('main .items .box-board');
    await expect(boxes).toHaveCount(4);
    const shot = async (at: number): Promise<string> =>
      `data:image/png;base64,${(await boxes.nth(at).screenshot()).toString('base64')}`;
    const pictures: string[] = [];
    for (const at of [0, 1, 2, 3]) {
      const picture = boxes.nth(at).locator('img:visible');
      await expect(picture).toHaveCount(1);
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      pictures.push(await shot(at));
    }
    await expect(boxes.locator('svg')).toHaveCount(0);
    // Each is drawn by its board where another wood is wanted, and once it moves: then nothing but a piece or two has changed.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.mouse.move(0, height - 1);
    for (const [at, picture] of pictures.entries()) {
      await expect(boxes.nth(at).locator('svg')).toBeVisible();
      const [changed, other] = await Promise.all(
        [picture, pictures[(at + 1) % 4] ?? ''].map(async (each) => difference(page, each, await shot(at))),
      );
      expect(changed).toBeLessThan((other ?? 0) / 2);
    }
    await page.emulateMedia({ reducedMotion: 'reduce', contrast: 'more' });
    await page.reload();
    await expect(boxes.locator('svg:visible')).toHaveCount(4);
    await expect(boxes.locator('img:visible')).toHaveCount(0);
  });

async function downloadFrom(page: Page, label: string): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: label }).click();
  return downloading;
}

test('the menu of a finished game downloads its pictures, and stores a local game first', async ({ page }) => {
  const complaints = listen(page);
  await startIsaac(page);
  await placeByMouse(page);
  await giveUp(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Download the board as SVG' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  const files: [string, RegExp][] = [
    ['Download the board as SVG', /^<svg xmlns=/],
    ['Download the board as PNG', /^.PNG/],
    ['Download the game as GIF', /^GIF89a/],
  ];
  const names: string[] = [];
  for (const [label, begins] of files) {
    const download = await downloadFrom(page, label);
    names.push(download.suggestedFilename());
    expect(readFileSync(await download.path(), 'latin1')).toMatch(begins);
  }
  expect(names.map((name) => name.replace(/-\d+\./, '-PLY.'))).toEqual([
    'tablier-isaac-PLY.svg',
    'tablier-isaac-PLY.png',
    'tablier-isaac.gif',
  ]);
  expect(complaints).toEqual([]);
});
