import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './system-packages.mjs';

/** Chromium without its windows, menus and profiles: the same engine, and a new browser context costs half the processor time. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const PURPOSE = 'Chromium for the browser tests';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The Chromium of this machine for tests: the one that `CHROMIUM` names, else the first headless shell on the path, else the first whole browser.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  return firstOnPath([...SHELLS, ...WHOLE]);
}

/**
 * @param {readonly string[]} names the preferred ones first
 * @returns {string | undefined}
 */
export function firstOnPath(names, path = process.env['PATH'] ?? '') {
  const folders = ['/usr/bin', ...path.split(delimiter)];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

/**
 * Installs the headless shell of Chromium by the system's package manager where that is allowed, or the whole browser where there is no shell
 * and no browser; says what to do where neither can be had.
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== undefined && (process.env['CHROMIUM'] || firstOnPath(SHELLS) !== undefined)) return;
  // With a whole browser the shell is worth a download, but no fetching of lists.
  if (found === undefined) await installPackage(PURPOSE, ['chromium-headless-shell', 'chromium'], 'fetch lists');
  else await installPackage(PURPOSE, ['chromium-headless-shell'], 'lists as they are');
  if (findChromium() === undefined) {
    console.error(
      'The browser tests need Chromium: install the package `chromium-headless-shell` or `chromium`, or set CHROMIUM to where it is.',
    );
  }
}
