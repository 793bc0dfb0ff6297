import { fileURLToPath } from 'node:url';
import type { Rng } from '@tablier/core';
import { RawConnection } from '@tablier/testkit/online';
import { ServerProcess } from '@tablier/testkit/servers';
import { inTurn, type Pace } from '../lib/figures.ts';
import { sourceCommand } from '../lib/servers.ts';
import { moveText, OPENED_AT_ONCE, randomMove, type Sample, updated } from './match-up.ts';
import { timed } from './stage.ts';

const SERVER = fileURLToPath(new URL('./echo-server.ts', import.meta.url));

interface EchoTerms {
  readonly sockets: number;
  readonly seconds: number;
  readonly cpu: number | undefined;
  readonly samples: readonly Sample[];
  readonly rng: Rng;
}

/**
 * What a bare `ws` server does with the messages of real games. Each connection sends an update as Tablier sends it. When the update is
 * back, the client does the same work as a player (parses it, chooses a move, formats it) and sends the next.
 */
export async function measureEcho({ sockets, seconds, cpu, samples, rng }: EchoTerms): Promise<Pace> {
  const server = await ServerProcess.start(sourceCommand(SERVER, [], { cpu }));
  const latencies: number[] = [];
  const numbers = Array.from({ length: sockets }, (_, index) => index);
  const connections = await inTurn(numbers, OPENED_AT_ONCE, () => openEcho(server.url));
  let isOn = true;
  for (const connection of connections) {
    let sample = samples[rng.below(samples.length)];
    let sentAt = 0;
    const send = (): void => {
      if (sample === undefined || !isOn) return;
      sentAt = performance.now();
      connection.send(sample.text);
    };
    connection.onText = (text) => {
      latencies.push(performance.now() - sentAt);
      if (sample === undefined) return;
      const known = updated(sample.base, text);
      if (known !== null) moveText('d1', known.view.id, randomMove(known.view, rng));
      sample = samples[rng.below(samples.length)];
      send();
    };
    send();
  }
  const pace = await timed({ pid: server.pid, seconds, latencies });
  isOn = false;
  for (const connection of connections) connection.leave();
  await server.kill();
  return pace;
}

async function openEcho(url: string): Promise<RawConnection> {
  const connection = new RawConnection(url, { path: '' });
  await connection.opened();
  return connection;
}
