import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Which processors the server and the drivers use. */
export interface Cores {
  readonly server: number | undefined;
  /** For the reader of the figures. */
  readonly note: string;
}

/** Binds this process to the second processor, so that the first is the server's. The note says if that is not possible. */
export function shareCores(): Cores {
  if (availableParallelism() < 2) return { server: undefined, note: 'one processor for both' };
  try {
    execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)], { stdio: 'ignore' });
    return { server: 0, note: 'server bound to one processor, drivers to another' };
  } catch {
    return { server: undefined, note: 'no process bound to a processor: there is no taskset' };
  }
}

/** How many files and sockets this process may have open; infinite if the system does not say. */
export function mostOpenFiles(): number {
  const limits = readOrNull('/proc/self/limits') ?? '';
  return Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}

/** The resident memory of a process, in bytes; 0 if the system does not say. */
export function residentBytes(pid: number): number {
  const status = readOrNull(`/proc/${pid}/status`) ?? '';
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** The ticks in which Linux counts processor time. */
const TICKS_PER_SECOND = 100;

/** The processor time of a process with all its threads, in seconds; 0 if the system does not say. */
export const cpuSeconds = (pid: number): number => secondsOf(pid, 2);

/** The processor time of a process and of those that it started, also of those that have ended, in seconds. */
export function cpuSecondsWithChildren(pid: number): number {
  const children = (readOrNull(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter((text) => text !== '');
  return children.reduce((sum, child) => sum + secondsOf(Number(child), 2), secondsOf(pid, 4));
}

/** The first fields are the times of the process, in user and in system mode, the others those of its ended children. */
function secondsOf(pid: number, fields: 2 | 4): number {
  const stat = readOrNull(`/proc/${pid}/stat`) ?? '';
  // The name of the program, in brackets, may contain anything: the fields are counted after it.
  const times = stat
    .slice(stat.lastIndexOf(')') + 1)
    .split(' ')
    .slice(FIRST_TIME, FIRST_TIME + fields);
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** The place of the first time in a line of Linux about a process, after its name. */
const FIRST_TIME = 12;

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** How many files and sockets a process has open; 0 if the system does not say. */
export function openDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
