import { expect, type Page } from '@playwright/test';

/** What decides how a test of a whole game goes on. */
export interface Glimpse {
  /** The move list, one move in each line. */
  readonly moves: string;
  /** What the page says of the turn. */
  readonly status: string;
  /** Whether the page asks to pass the device to the next player. */
  readonly isCurtain: boolean;
  /** Whether the page shows a result. */
  readonly isFinished: boolean;
}

/**
 * Reads it all in one step. The browser takes most of the time of a whole game for queries by role and text, which go through the whole
 * page: what only says how to go on is read from the elements instead.
 */
export const glimpse = (page: Page): Promise<Glimpse> =>
  page.evaluate(() => {
    const text = (element: Element): string => element.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    const headings = [...document.querySelectorAll('h1, h2, h3')].filter((one) => one.checkVisibility()).map(text);
    const status = document.querySelector('main [role=status]');
    return {
      moves: [...document.querySelectorAll('.moves li')].map(text).join('\n'),
      status: status === null ? '' : text(status),
      isCurtain: headings.some((heading) => heading.startsWith('Hand it to')),
      isFinished: headings.some((heading) => /wins?$|^A draw$/.test(heading)),
    };
  });

/** Presses a target that completes a move, and waits until it is made; returns the moves before. */
export async function completeMove(page: Page, press: () => Promise<void>): Promise<string> {
  const { moves } = await glimpse(page);
  await press();
  const isMade = async (): Promise<boolean> => {
    const now = await glimpse(page);
    return now.moves !== moves || now.isCurtain || now.isFinished;
  };
  await expect.poll(isMade, { intervals: [20, 50, 100, 200] }).toBe(true);
  return moves;
}
