import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRng } from '@tablier/core';
import { mustOpen } from '@tablier/testkit/servers';
import { mean } from '../lib/figures.ts';
import { noProgress, type OptionValues, type Proof, type Report, seedOf, type Verdict } from '../lib/proof.ts';
import { audit } from './audit.ts';
import { type Charge, chargeOf } from './clocks.ts';
import { Driver } from './driver.ts';
import { type Fleet, type OpenFleet, openSqlite, type Outage, withFleet } from './fleet.ts';
import type { Journal } from './journal.ts';
import { openPostgres, openWithBroker, openWithStandby } from './postgres-fleet.ts';
import { starvedOutages } from './starved.ts';

/** By the value of `--store`. */
const FLEETS: Readonly<Record<string, OpenFleet>> = {
  sqlite: openSqlite,
  postgres: openPostgres,
  broker: openWithBroker,
  standby: openWithStandby,
};

const defaults = { store: 'sqlite', kills: 100, tables: 24, seed: '' };

/** The longest time between two kills. Milliseconds. */
const LONGEST_LIFE = 3500;

export const crash: Proof<typeof defaults> = {
  claim:
    'killed at any moment, the server loses nothing that it acknowledged, does nothing twice and charges no one for it',
  defaults,
  run: (options, print, at = noProgress) =>
    withFleet(FLEETS, options.store, (fleet) => run(fleet, options, { print, at })),
};

async function run(fleet: Fleet, options: OptionValues<typeof defaults>, { print, at }: Report): Promise<Verdict> {
  const seed = seedOf(options);
  const rng = new SeededRng(seed);
  const since = Date.now();
  print(`seed ${seed}`);
  const driver = await Driver.start(fleet.url, { tables: options.tables, seed });
  const outages: Outage[] = [];
  for (let kills = 0; kills < options.kills; kills++) {
    await sleep(rng.below(LONGEST_LIFE));
    outages.push(...(await fleet.crash(rng)));
    at(kills + 1, options.kills);
    if (kills % 10 === 9) print(`${kills + 1} kills, ${driver.journal.tables.length} tables`);
  }
  await driver.finish();
  await fleet.stop();
  const verdict = await judge(fleet, driver.journal, outages);
  return { ok: verdict.ok, figures: { seed, seconds: Math.round((Date.now() - since) / 1000), ...verdict.figures } };
}

async function judge({ place, deaths }: Fleet, journal: Journal, kills: readonly Outage[]): Promise<Verdict> {
  const store = await mustOpen(place);
  const starved = starvedOutages([...deaths(), ...(await store.outages())], kills);
  const found = await audit(store, journal);
  const charges: Charge[] = [];
  for (const table of journal.tables) {
    const charge = await chargeOf(store, table, { kills, starved });
    if (charge !== null) charges.push(charge);
  }
  await store.close();
  const overcharged = charges.filter(({ over, slack }) => over > slack.over);
  const undercharged = charges.filter(({ under, slack }) => under > slack.under);
  const wrong = {
    ...found,
    overcharged: overcharged.length,
    undercharged: undercharged.length,
    faults: journal.faults.length,
  };
  const samples = [...journal.faults, ...[...overcharged, ...undercharged].map((charge) => JSON.stringify(charge))];
  return {
    ok: Object.values(wrong).every((count) => count === 0) && journal.tables.length > 0,
    figures: {
      ...counts(journal, kills),
      starved: starved.length,
      ...wrong,
      ...clockFigures(charges),
      samples: samples.slice(0, 5),
    },
  };
}

const counts = ({ tables }: Journal, outages: readonly Outage[]) => ({
  crashes: outages.length,
  games: tables.filter(({ lastViews }) => lastViews.length > 0).length,
  moves: tables.reduce((sum, { moves }) => sum + moves.length, 0),
  chatMessages: tables.reduce((sum, { chat }) => sum + chat.length, 0),
  downtimeMs: Math.round(mean(outages.map(({ killedAt, backAt }) => backAt - killedAt))),
});

const clockFigures = (charges: readonly Charge[]) => ({
  clocksChecked: charges.length,
  clocksThroughOutages: charges.filter(({ outages }) => outages > 0).length,
  findingBackMs: charges.reduce((sum, { findingBack }) => sum + findingBack, 0),
  mostOverMs: Math.max(0, ...charges.map(({ over }) => over)),
  mostUnderMs: Math.max(0, ...charges.map(({ under }) => under)),
  meanUnderMsPerOutage: Math.round(
    mean(charges.filter(({ outages }) => outages > 0).map(({ under, outages }) => under / outages)),
  ),
});
