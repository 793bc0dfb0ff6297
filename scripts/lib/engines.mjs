import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstOnPath } from './chromium.mjs';
import { installPackage } from './system-packages.mjs';

/** The Firefox of this machine for tests: the one that `FIREFOX` names, else the first on the path. */
export const findFirefox = () => process.env['FIREFOX'] || firstOnPath(['firefox-esr', 'firefox']);

/** The driver of WebKitGTK, its small browser, and a screen for it; `undefined` if one of them is missing. */
export function findWebKit() {
  const driver = firstOnPath(['WebKitWebDriver']);
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  const browser = ['/usr/libexec', '/usr/lib', ...libraries]
    .flatMap((folder) => ['4.1', '4.0'].map((version) => join(folder, `webkit2gtk-${version}`, 'MiniBrowser')))
    .find((file) => existsSync(file));
  const screen = firstOnPath(['xvfb-run']);
  return driver && browser && screen ? { driver, browser, screen } : undefined;
}

/** Installs both engines by the system's package manager where that is allowed; says what to install where they cannot be had. */
export async function ensureEngines() {
  const engines = [
    { name: 'Firefox', find: findFirefox, packages: 'firefox-esr' },
    { name: 'WebKitGTK', find: findWebKit, packages: 'webkit2gtk-driver xvfb xauth' },
  ];
  for (const { name, find, packages } of engines) {
    if (find() === undefined) await installPackage(`${name} for the browser tests`, [packages], 'fetch lists');
    if (find() === undefined)
      console.error(`The page is not tested in ${name}, which is not installed: install the packages \`${packages}\`.`);
  }
}
