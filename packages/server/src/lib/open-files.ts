import { readFileSync } from 'node:fs';

/** Files that the database, the bot threads, the log and the page need besides the connections. */
const RESERVE = 256;
/** Used if the system sets no limit. */
const MOST = 50_000;

/** How many connections the server may hold open, leaving files for everything else. */
export function connectionLimit(openFiles = openFileLimit()): number {
  return Math.min(MOST, openFiles - Math.min(RESERVE, Math.ceil(openFiles / 2)));
}

/** The result of `ulimit -n` for this process: from a file on Linux, from Node's report elsewhere. */
function openFileLimit(): number {
  const line = /^Max open files +(\d+)/m.exec(limitsOfProcess());
  return line === null ? reportedLimit() : Number(line[1]);
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

function reportedLimit(): number {
  const report: unknown = process.report?.getReport();
  const limits = fieldOf(report, 'userLimits');
  const soft = Number(fieldOf(fieldOf(limits, 'open_files'), 'soft'));
  return Number.isSafeInteger(soft) && soft > 0 ? soft : MOST;
}

const fieldOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Object.entries(data).find(([key]) => key === name)?.[1] : undefined;
