import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { RawConnection } from '@tablier/testkit/online';
import { inTurn, pause, percentilesOf, rounded } from '../lib/figures.ts';
import { cpuSeconds } from '../lib/processes.ts';
import { OPENED_AT_ONCE } from './match-up.ts';

/** What it costs that so many look at the lobby. */
export interface Readers {
  readonly readers: number;
  /** Messages or answers that the server sent, and their size on the network, in bytes. */
  readonly perSecond: number;
  readonly bytes: number;
  /** The share of one processor that the server took. */
  readonly processor: number;
}

/** Without what the server takes when no one reads, a share of a processor; and its processor time for one message or answer, in microseconds. */
export function beyond<T extends Readers>(rest: number, measured: T): T & { readonly micros: number } {
  const processor = rounded(measured.processor - rest, 3);
  return { ...measured, processor, micros: Math.round((1e6 * processor) / Math.max(1, measured.perSecond)) };
}

export interface Asking extends Readers {
  /** After how long the server lets them ask again. Seconds. */
  readonly seconds: number;
  /** The share of answers that say that nothing has changed. */
  readonly unchanged: number;
  readonly p50: number;
  readonly p95: number;
}

interface Measuring {
  readonly pid: number;
  readonly seconds: number;
}

/** The share of a processor that a process takes for so many seconds. */
export async function processorOf(pid: number, seconds: number): Promise<number> {
  const [cpu, at] = [cpuSeconds(pid), performance.now()];
  await pause(seconds * 1000);
  return (1000 * (cpuSeconds(pid) - cpu)) / (performance.now() - at);
}

/** These connections follow the lobby: each is sent every change. */
export async function measureFollowers(followers: readonly RawConnection[], run: Measuring): Promise<Readers> {
  for (const each of followers) each.send({ kind: 'enter-lobby' });
  await pause(SETTLING);
  const sum = (name: 'messages' | 'bytes'): number => followers.reduce((total, each) => total + each[name], 0);
  const before = { messages: sum('messages'), bytes: sum('bytes'), at: performance.now() };
  const processor = await processorOf(run.pid, run.seconds);
  const messages = sum('messages') - before.messages;
  const perSecond = (1000 * messages) / (performance.now() - before.at);
  for (const each of followers) each.send({ kind: 'leave-lobby' });
  return {
    readers: followers.length,
    perSecond: Math.round(perSecond),
    bytes: Math.round((sum('bytes') - before.bytes) / Math.max(1, messages)),
    processor,
  };
}

/** So many pages look at the lobby: each asks again when the server lets it, on a connection of its own. */
export async function measureReaders(count: number, url: string, run: Measuring): Promise<Asking> {
  const readers = await inTurn([...Array(count).keys()], OPENED_AT_ONCE, () => Reader.open(url));
  const answers: Answered[] = [];
  for (const each of readers) each.start((answer) => answers.push(answer));
  // Until the server has counted them.
  await pause(2 * SETTLING);
  answers.length = 0;
  const processor = await processorOf(run.pid, run.seconds);
  const perSecond = answers.length / run.seconds;
  for (const each of readers) each.stop();
  const { p50, p95 } = percentilesOf(answers.map(({ took }) => took));
  return {
    readers: count,
    perSecond: Math.round(perSecond),
    bytes: Math.round(answers.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, answers.length)),
    processor,
    seconds: Math.max(...answers.map(({ seconds }) => seconds)),
    unchanged: rounded(answers.filter(({ status }) => status === 304).length / Math.max(1, answers.length)),
    p50,
    p95,
  };
}

/** How long readers look before they are measured. Milliseconds. */
const SETTLING = 5000;

interface Answered {
  readonly status: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly took: number;
}

/** By how much readers ask later, as a share, so that they do not ask together. */
const SPREAD = 0.2;

/** One page that looks at the lobby, as cheap for the driver as can be: it counts what it is sent. */
class Reader {
  readonly #socket: Socket;
  #tag = '';
  #head = '';
  #missing = 0;
  #bytes = 0;
  #askedAt = 0;
  #isOn = true;
  #onAnswer: (answer: Answered) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data: Buffer) => this.#received(data));
    socket.on('error', () => undefined);
  }

  static async open(url: string): Promise<Reader> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new Reader(socket);
  }

  start(onAnswer: (answer: Answered) => void): void {
    this.#onAnswer = onAnswer;
    this.#askIn(1000 * Math.random());
  }

  stop(): void {
    this.#isOn = false;
    this.#socket.destroy();
  }

  #askIn(ms: number): void {
    setTimeout(() => {
      if (!this.#isOn) return;
      this.#askedAt = performance.now();
      const known = this.#tag === '' ? '' : `if-none-match: ${this.#tag}\r\n`;
      this.#socket.write(`GET /api/lobby HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: br\r\n${known}\r\n`);
    }, ms);
  }

  #received(data: Buffer): void {
    this.#bytes += data.length;
    if (this.#head !== '') return this.#went(data.length);
    const end = data.indexOf('\r\n\r\n');
    this.#head = data.toString('latin1', 0, end);
    this.#missing = Number(/content-length: (\d+)/i.exec(this.#head)?.[1] ?? 0);
    this.#went(data.length - end - 4);
  }

  #went(length: number): void {
    this.#missing -= length;
    if (this.#missing > 0) return;
    const [head, bytes, took] = [this.#head, this.#bytes, performance.now() - this.#askedAt];
    this.#head = '';
    this.#bytes = 0;
    this.#tag = /etag: (\S+)/i.exec(head)?.[1] ?? '';
    const seconds = Number(/max-age=(\d+)/.exec(head)?.[1] ?? 1);
    this.#onAnswer({ status: Number(head.slice(9, 12)), bytes, seconds, took });
    this.#askIn(1000 * seconds * (1 + SPREAD * Math.random()));
  }
}
