import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { faults, listen, newPage, open } from './helpers.ts';

/** Someone with an account and a browser of their own. */
export interface Member {
  readonly page: Page;
  /** What the page complained about. */
  readonly complaints: string[];
  readonly username: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A window, and where its reader is if that matters. */
type Place = Size & Pick<BrowserContextOptions, 'locale' | 'timezoneId'>;

let members = 0;

/**
 * A new member who has opened a page; their first one, so that no test loads a page only to sign up. `null`: none yet, or they only send
 * requests.
 */
export async function newMember(
  browser: Browser,
  name: string,
  place: Place,
  path: string | null = '/lobby',
): Promise<Member> {
  const { width, height, ...reader } = place;
  const page = await newPage(browser, { viewport: { width, height }, ...reader });
  const complaints = listen(page);
  const username = `${name.toLowerCase()}${Date.now().toString(36)}${++members}`;
  const account = { login: username, password: 'a few words in a row' };
  expect((await page.request.post('/api/guests', { data: { name } })).status()).toBe(201);
  expect((await page.request.post('/api/me/password', { data: account })).status()).toBe(204);
  await page.addInitScript(() => localStorage.setItem('tablier.known', 'yes'));
  if (path !== null) await open(page, path);
  return { page, complaints, username };
}

/** The page of a member has no faults for a screen reader, is not wider than its window, and has not complained. */
export async function expectSound({ page, complaints }: Member): Promise<void> {
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
}

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Makes a member a moderator, as the operator of the server does it. */
export function appoint(username: string): void {
  const data = join(ROOT, '.cache', `browser-tests-${process.env['TEST_PARALLEL_INDEX'] ?? '0'}`);
  const command = join(ROOT, 'packages', 'cli', 'bin', 'tablier.js');
  execFileSync(process.execPath, [command, 'admin', 'add-moderator', username, '--data', data]);
}
