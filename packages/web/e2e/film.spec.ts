import { readFileSync, statSync } from 'node:fs';
import { expect, type Page, type Request, test } from '@playwright/test';
import { givenUp, keep } from './archived-games.ts';
import { faults, listen, open } from './helpers.ts';

/** On a busy machine the search for the moments and the drawing take longer than a press. */
const MADE = { timeout: 240_000 };

const film = (page: Page) => page.getByRole('dialog', { name: 'Film' });

async function saved(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download', MADE);
  await film(page).getByRole('button', { name: 'Save the film' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^tablier-\w+-film\.(?:mp4|webm)$/);
  return download.path();
}

/** Moments of the film: two, so that one follows on another. */
const MOMENTS = 2;
/** Of a title, five seconds for each moment, and an end. */
const SECONDS = 4 + 5.2 * MOMENTS;
/** At most so many bytes a second: thirty seconds, which a long game has, take 4 MB. */
const WEIGHT = 4_000_000 / 30;
/** Seconds in each part of the film, also where a piece moves. */
const TIMES = [1, 3.9, 6.5, 9.3, 11.9, 13.9];

/** The frames at these times as the page draws them. */
async function drawn(page: Page): Promise<readonly string[]> {
  const frames: string[] = [];
  for (const at of TIMES) {
    await film(page).getByRole('slider').fill(String(at));
    frames.push(
      await film(page)
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()),
    );
  }
  return frames;
}

/** The length, the size and the colours of a few frames, as a video element plays them. */
const played = (page: Page, file: string) =>
  page.evaluate(
    async ({ source, times }) => {
      const video = Object.assign(document.createElement('video'), { src: source, muted: true });
      await new Promise((resolve, reject) => {
        video.addEventListener('loadeddata', resolve);
        video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'no video')));
      });
      const context = new OffscreenCanvas(90, 90).getContext('2d');
      const frames: string[] = [];
      for (const at of times) {
        video.currentTime = at;
        await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
        context?.drawImage(video, 0, 0, 90, 90);
        frames.push([...(context?.getImageData(0, 0, 90, 90).data ?? [])].join(' '));
      }
      return {
        seconds: video.duration,
        width: video.videoWidth,
        height: video.videoHeight,
        pictures: new Set(frames).size,
      };
    },
    { source: `data:video/webm;base64,${readFileSync(file).toString('base64')}`, times: TIMES },
  );

test('the film of a game plays, is saved as a video of its length, and is the same each time', async ({ page }) => {
  const complaints = listen(page);
  const id = await keep(page, givenUp('isaac', MOMENTS));
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/g/${id}`);
  await expect(page.getByRole('article').first()).toBeVisible(MADE);
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => request.resourceType() === 'script' && scripts.push(request));
  await page.getByRole('button', { name: 'Film' }).first().click();
  await expect(film(page).getByRole('button', { name: 'Save the film' })).toBeEnabled(MADE);
  await expect(film(page).getByRole('article')).toHaveCount(MOMENTS);
  expect(await faults(page)).toEqual([]);
  const first = await saved(page);
  expect(statSync(first).size).toBeLessThan(SECONDS * WEIGHT);
  const sizes = await Promise.all(scripts.map((request) => request.sizes()));
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThan(50_000);
  const frames = await drawn(page);
  expect(new Set(frames).size).toBe(TIMES.length);
  await open(page, `/g/${id}#film`);
  await expect(film(page).getByRole('button', { name: 'Save the film' })).toBeEnabled(MADE);
  expect(await drawn(page)).toEqual(frames);
  expect(complaints).toEqual([]);
  const blank = await page.context().newPage();
  const { seconds, pictures, ...size } = await played(blank, first);
  expect(size).toEqual({ width: 720, height: 720 });
  expect(Math.abs(seconds - SECONDS)).toBeLessThan(0.1);
  expect(pictures).toBe(TIMES.length);
});
