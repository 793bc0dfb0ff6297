/**
 * Honest games during an attack, in their own process, so that the work of the attacker does not slow them down: `HonestOptions` as JSON in
 * the first argument, `HonestRequest`s from the parent. It also requests the health of the server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { httpRequest, terms } from '@tablier/testkit/online';
import { auditAt, type Findings } from '../crash/audit.ts';
import { Driver } from '../crash/driver.ts';
import type { HonestOptions, HonestRequest, Sample } from './honest.ts';

/** When a request for the health of the server counts as unanswered. Milliseconds. */
const PROBE_TIMEOUT = 3000;

const { url, seed, tables, pace, probePace } = JSON.parse(process.argv[2] ?? '{}') as HonestOptions;

/** Within the default limits: each person is at two tables, and games are long, so few tables are opened. */
const plan = () => ({
  terms: terms('isaac', { clock: { system: 'fischer', base: 300, increment: 5 } }),
  thinks: pace,
});
const headersFor = (person: number) => ({ 'x-forwarded-for': `192.0.2.${1 + person}` });

const driver = await Driver.start(() => url, { tables, seed, plan, headersFor, isCalm: true });
const { journal } = driver;
let unanswered = 0;
let reported = 0;

async function probe(): Promise<void> {
  for (let count = 0; process.connected; count++) {
    // Many addresses, so that the probe stays within the limits.
    const headers = { 'x-forwarded-for': `198.51.100.${1 + (count % 250)}` };
    const answer = await httpRequest(url, { method: 'GET', path: '/api/health', headers, timeout: PROBE_TIMEOUT });
    if (answer === null) unanswered++;
    await sleep(probePace);
  }
}

function sample(): Sample {
  const measured = { waits: journal.waits.slice(reported), unanswered };
  [reported, unanswered] = [journal.waits.length, 0];
  return measured;
}

async function reply(request: HonestRequest): Promise<Sample | Findings | readonly string[]> {
  if (request === 'sample') return sample();
  if (request !== 'finish') return auditAt({ folder: request.audit }, journal);
  await driver.finish();
  return journal.faults;
}

process.on('message', (request: HonestRequest) => {
  void reply(request).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
void probe();
process.send?.(driver.secrets);
