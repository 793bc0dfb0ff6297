import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

/** Chromium without its windows, menus and profiles: the same engine, and a new browser context costs half the processor time. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const INSTALL =
  'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Acquire::Retries=0 -o Acquire::http::Timeout=20';

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
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) await install(found !== undefined);
  if (findChromium() === undefined) {
    console.error(
      'The browser tests need Chromium: install the package `chromium-headless-shell` or `chromium`, or set CHROMIUM to where it is.',
    );
  }
}

/** @param {boolean} isWholeThere then the shell is worth a download, but no fetching of lists */
async function install(isWholeThere) {
  console.log('Installing Chromium for the browser tests …');
  const command = isWholeThere
    ? `apt-cache show chromium-headless-shell && ${INSTALL} chromium-headless-shell`
    : `apt-get update -qq && { ${INSTALL} chromium-headless-shell || ${INSTALL} chromium; }`;
  await run(command, { show: 'collect' });
}
