import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const INSTALL =
  'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Acquire::Retries=0 -o Acquire::http::Timeout=20';

/** Whether packages can be installed: on Debian and its relatives, as root. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs the first of these packages that can be had. Ends without an error where none can.
 * @param {string} purpose such as `Chromium for the browser tests`
 * @param {readonly string[]} names the preferred ones first
 * @param {'fetch lists' | 'lists as they are'} lists the second saves a download where only a known package is wanted
 */
export async function installPackage(purpose, names, lists) {
  if (!mayInstall()) return;
  console.log(`Installing ${purpose} …`);
  const attempts = names.map((name) => `${INSTALL} ${name}`).join(' || ');
  const command =
    lists === 'fetch lists'
      ? `apt-get update -qq && { ${attempts}; }`
      : `apt-cache show ${names[0]} && { ${attempts}; }`;
  await run(command, { show: 'collect' });
}
