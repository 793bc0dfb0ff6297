import { firstOnPath } from './chromium.mjs';
import { installPackage } from './system-packages.mjs';

/**
 * The NATS server of this machine for tests: the one that `NATS_SERVER` names, else the first on the path. Debian installs it where only root looks.
 * @returns {string | undefined}
 */
export function findNats() {
  const named = process.env['NATS_SERVER'];
  if (named !== undefined && named !== '') return named;
  return firstOnPath(['nats-server'], `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`);
}

/** Installs a NATS server by the system's package manager where that is allowed; says what to do where it cannot be had. */
export async function ensureNats() {
  if (findNats() !== undefined) return;
  await installPackage('NATS for the tests of several servers', ['nats-server'], 'lists as they are');
  if (findNats() === undefined)
    await installPackage('NATS for the tests of several servers', ['nats-server'], 'fetch lists');
  if (findNats() === undefined) {
    console.error(
      'The tests of the broker need NATS: install the package `nats-server`, or set NATS_SERVER to where it is.',
    );
  }
}
