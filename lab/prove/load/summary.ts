import type { Pace } from '../lib/figures.ts';
import type { Crowd } from './stage.ts';

/** What was measured at one size. */
export interface Measured {
  readonly sockets: number;
  readonly memory: { readonly perConnection: number; readonly perPlayer: number; readonly whole: number };
  /** Every player moves as soon as it is their turn. */
  readonly flatOut: Pace;
  /** Each table makes a move every five seconds. */
  readonly paced: Pace;
}

export interface Summary {
  readonly small: Measured;
  readonly full: Measured;
  readonly echo: Pace;
  readonly crowd: Crowd;
  /** The processor time of the server for a move, divided by that for an echo. */
  readonly cost: number;
  /** The rate of moves, divided by that of echoes. */
  readonly ratio: number;
  readonly cores: string;
}

const thousands = (value: number): string => Math.round(value).toLocaleString('en');
const kibibytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;
const mebibytes = (bytes: number): string => `${thousands(bytes / 1024 / 1024)} MiB`;
const percentiles = ({ p50, p95, p99 }: Pace): string => `${p50} / ${p95} / ${p99} ms`;

/** The figures as tables in Markdown, for `docs/notebook/performance.md`. */
export function formatSummary({ small, full, echo, crowd, cost, ratio, cores }: Summary): string[] {
  const sizes = [small, full];
  const row = (name: string, value: (measured: Measured) => string, bare = ''): string =>
    `| ${name} | ${sizes.map(value).join(' | ')} | ${bare} |`;
  return [
    `| | ${sizes.map(({ sockets }) => `${thousands(sockets)} sockets`).join(' | ')} | bare echo |`,
    '|---|---|---|---|',
    row('flat out, per second', ({ flatOut }) => thousands(flatOut.perSecond), thousands(echo.perSecond)),
    row('flat out, p50 / p95 / p99', ({ flatOut }) => percentiles(flatOut), percentiles(echo)),
    row('processor time of the server for each', ({ flatOut }) => `${flatOut.micros} µs`, `${echo.micros} µs`),
    row(
      'processor time of the drivers for each',
      ({ flatOut }) => `${flatOut.driverMicros} µs`,
      `${echo.driverMicros} µs`,
    ),
    row('a move every 5 s a table: moves per second', ({ paced }) => thousands(paced.perSecond)),
    row('a move every 5 s a table: p50 / p95 / p99', ({ paced }) => percentiles(paced)),
    row('memory for each connection', ({ memory }) => kibibytes(memory.perConnection)),
    row('and for each player at a table', ({ memory }) => kibibytes(memory.perPlayer)),
    row('memory of the server', ({ memory }) => mebibytes(memory.whole)),
    '',
    `One game with ${thousands(crowd.spectators)} spectators: the last of them has a move after ${crowd.p50} ms (p50), ${crowd.p95} ms (p95), ` +
      `${crowd.most} ms at most (${crowd.moves} moves); ${crowd.bytesPerMessage} bytes a message; the server grew by ${mebibytes(crowd.memory)}.`,
    '',
    `A move takes ${cost} times the processor time of a bare echo; the rate is ${ratio} of the echo's. ${cores}.`,
  ];
}
