import { readFileSync, statSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { exampleOf, keep } from './archived-games.ts';
import { faults, listen, open } from './helpers.ts';

/** On a busy machine the search for the moments and the drawing take longer than a press. */
const MADE = { timeout: 240_000 };

const film = (page: Page) => page.getByRole('dialog', { name: 'The film of the game' });

async function saved(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download', MADE);
  await film(page).getByRole('button', { name: 'Save the film' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^tablier-\w+-film\.(?:mp4|webm)$/);
  return download.path();
}

/** The length, the size and the colours of a few frames, as a video element plays them. */
const played = (page: Page, file: string) =>
  page.evaluate(
    async (source) => {
      const video = Object.assign(document.createElement('video'), { src: source, muted: true });
      await new Promise((resolve, reject) => {
        video.addEventListener('loadeddata', resolve);
        video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'no video')));
      });
      const context = new OffscreenCanvas(8, 8).getContext('2d');
      const frames: string[] = [];
      for (const at of [1, 4.5, 6.5, 12, 20, 27, 29.5]) {
        video.currentTime = at;
        await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
        context?.drawImage(video, 0, 0, 8, 8);
        frames.push([...(context?.getImageData(0, 0, 8, 8).data ?? [])].join(' '));
      }
      return {
        seconds: video.duration,
        width: video.videoWidth,
        height: video.videoHeight,
        frames: new Set(frames).size,
      };
    },
    `data:video/webm;base64,${readFileSync(file).toString('base64')}`,
  );

test('the film of a game plays, is saved as a video of thirty seconds, and is the same each time', async ({ page }) => {
  const complaints = listen(page);
  const id = await keep(page, exampleOf('isaac'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/g/${id}#film`);
  await expect(film(page).getByRole('button', { name: 'Save the film' })).toBeEnabled(MADE);
  await expect(film(page).getByRole('article')).toHaveCount(5);
  expect(await faults(page)).toEqual([]);
  const first = await saved(page);
  expect(statSync(first).size).toBeLessThan(4_000_000);
  const second = await saved(page);
  expect(readFileSync(second).equals(readFileSync(first))).toBe(true);
  expect(complaints).toEqual([]);
  const blank = await page.context().newPage();
  const { seconds, frames, ...size } = await played(blank, first);
  expect(size).toEqual({ width: 720, height: 720 });
  expect(Math.abs(seconds - 30)).toBeLessThan(0.1);
  expect(frames).toBe(7);
});
