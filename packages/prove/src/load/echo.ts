import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Rng } from '@tablier/core';
import { sourceCommand } from '../lib/server-process.ts';
import { inTurn, type Pace } from '../lib/figures.ts';
import { LightLine } from './light-line.ts';
import { moveText, randomMove, type Sample, updated } from './match-up.ts';
import { OPENED_AT_ONCE, timed } from './stage.ts';

const SERVER = fileURLToPath(new URL('./echo-server.ts', import.meta.url));

export interface EchoTerms {
  readonly sockets: number;
  readonly seconds: number;
  readonly cpu: number | undefined;
  readonly samples: readonly Sample[];
  readonly rng: Rng;
}

/**
 * What a bare `ws` server does with the messages of real games: each line sends an update as Tablier sends them, and when it is
 * back does with it what a player does (reads it, chooses a move, writes it down) before the next.
 */
export async function measureEcho({ sockets, seconds, cpu, samples, rng }: EchoTerms): Promise<Pace> {
  const { child, address } = await startEcho(cpu);
  const latencies: number[] = [];
  const numbers = Array.from({ length: sockets }, (_, index) => index);
  const lines = await inTurn(numbers, OPENED_AT_ONCE, () => LightLine.open(address));
  let isOn = true;
  for (const line of lines) {
    let sample = samples[rng.below(samples.length)];
    let sentAt = 0;
    const send = (): void => {
      if (sample === undefined || !isOn) return;
      sentAt = performance.now();
      line.send(sample.text);
    };
    line.onText = (text) => {
      latencies.push(performance.now() - sentAt);
      if (sample === undefined) return;
      const view = updated(sample.base, text);
      if (view !== null) moveText('d1', view.id, randomMove(view, rng));
      sample = samples[rng.below(samples.length)];
      send();
    };
    send();
  }
  const pace = await timed({ pid: child.pid ?? 0, seconds, latencies });
  isOn = false;
  for (const line of lines) line.leave();
  child.kill('SIGKILL');
  await once(child, 'exit');
  return pace;
}

async function startEcho(cpu: number | undefined): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const command = sourceCommand(SERVER, []);
  const [program = '', ...args] = cpu === undefined ? command : ['taskset', '-c', String(cpu), ...command];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, address };
}
