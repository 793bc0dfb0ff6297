import { SeededRng } from '@tablier/core';
import type { Proof } from '../lib/proof.ts';
import { measureEcho } from './echo.ts';
import { rounded } from './figures.ts';
import { mostOpenFiles, shareCores } from './processes.ts';
import { Stage } from './stage.ts';

const defaults = { sockets: 10_000, seconds: 60, spectators: 5000, seed: 'load', profile: '' };

export const load: Proof<typeof defaults> = {
  claim: 'holds thousands of lines; a third of the rate of a bare echo server',
  defaults,
  async run({ sockets, seconds, spectators, seed, profile }, say) {
    const open = mostOpenFiles();
    if (sockets + 500 > open) throw new Error(`--sockets ${sockets} needs more open files than ${open}: see ulimit -n`);
    const cores = shareCores();
    const idlers = Math.min(spectators, Math.floor(sockets / 2));
    const players = sockets - idlers;
    const stage = await Stage.open({
      players,
      idlers,
      cpu: cores.server,
      seed,
      nodeArgs: profile === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    });
    say(JSON.stringify(stage.memory));
    const flat = await stage.play(seconds / 3, () => 0);
    say(JSON.stringify(flat));
    const rng = new SeededRng(seed);
    const paced = await stage.play(seconds / 3, () => 2000 + rng.below(6000));
    say(JSON.stringify(paced));
    say(JSON.stringify(stage.received));
    const verdict = await stage.verify();
    say(JSON.stringify(verdict).slice(0, 2000) + stage.meter.games);
    const { samples } = stage.meter;
    await stage.close();
    const echo = await measureEcho({ sockets: players, seconds: seconds / 3, cpu: cores.server, samples, rng });
    say(JSON.stringify(echo));
    return { ok: verdict.faults.length === 0, figures: { ratio: rounded(flat.perSecond / echo.perSecond) } };
  },
};
