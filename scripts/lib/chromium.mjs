import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The Chromium of this machine: the one that `CHROMIUM` names, else the first on the path.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Installs Chromium by the system's package manager where it is missing and that is allowed; says what to do where not. */
export async function ensureChromium() {
  if (findChromium() !== undefined) return;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    console.log('Installing Chromium for the browser tests …');
    await run(
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium',
      {
        show: 'collect',
      },
    );
  }
  if (findChromium() === undefined) {
    console.error('The browser tests need Chromium: install the package `chromium`, or set CHROMIUM to where it is.');
  }
}
