/**
 * How long bots of the page think with a slow processor, and how long tasks of the page take meanwhile, in the browser that `CHROMIUM` names.
 * Linux only; starts no server. Chromium can slow down a page, but no worker, so processor time counts, times SLOWDOWN: other load hardly changes it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { makeSetup, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';

const URL_OF_SERVER = process.argv[2] ?? 'http://127.0.0.1:3000';
const SLOWDOWN = 4;
/** A task of the page that takes longer blocks it. Milliseconds. */
const LONG_TASK = 50;
const MOVES = 12;
const ID = 'abcdefabcdef';
const GAMES = ['arcanor', 'isaac', 'masker', 'nasca'];
const LEVELS = [1, 2, 3, 4, 5, 6, 7];

/** An event of a trace. `tdur` is processor time in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
}

/** A stored local game of two bots of a level, which has not begun. */
function storedGame(id: string, level: number): string {
  const game = findGame(id);
  if (game === undefined) throw new Error(`unknown game ${id}`);
  const options = Object.values(game.presets)[0] ?? {};
  const setup = makeSetup(game, { options, players: 2, deal: game.deals.draw(options, 2, new SeededRng('page')) });
  if (!setup.ok) throw new Error(setup.error.name);
  const bot = { kind: 'bot', level };
  const fields = { format: 2, game: id, rules: game.rulesVersion, ...setup.value, seats: [bot, bot], seed: 'page' };
  return JSON.stringify({ ...fields, events: [], plies: 0, end: null, changed: Date.now() });
}

/** Runs in the page before its scripts. Tells every answer of a worker; the next question waits until it has been heard. */
function prepare({ key, text }: { readonly key: string; readonly text: string }): void {
  const scope = globalThis as unknown as { answered: () => Promise<void> };
  localStorage.setItem(key, text);
  const { postMessage } = Worker.prototype;
  let heard = Promise.resolve();
  Worker.prototype.postMessage = function (this: Worker, ...given: [unknown]) {
    const before = heard;
    heard = new Promise((resolve) => {
      this.addEventListener('message', () => void scope.answered().then(resolve), { once: true });
    });
    void before.then(() => postMessage.apply(this, given));
  };
}

/** The processor time of all workers of a process so far, in milliseconds. */
function workerTime(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const times = readdirSync(tasks).map((task) => {
    const isWorker = readFileSync(`${tasks}/${task}/comm`, 'utf8').startsWith('DedicatedWorker');
    return isWorker ? Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6 : 0;
  });
  return times.reduce((sum, time) => sum + time, 0);
}

/** The process of the only page. */
async function processOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return Math.max(...renderers);
}

/** The time of each answer, and of each long task of the page after the first answer, in milliseconds of a slow processor. */
async function watch(browser: Browser, context: BrowserContext) {
  const page = await context.newPage();
  const totals: number[] = [];
  await new Promise<void>((resolve) => {
    const take = async (): Promise<void> => {
      totals.push(workerTime(await processOf(browser)));
      if (totals.length === 1) await browser.startTracing(page, { categories: ['toplevel'] });
      if (totals.length === MOVES) resolve();
    };
    void page.exposeFunction('answered', take);
    void page.goto(`${URL_OF_SERVER}/play/${ID}`, { timeout: 120_000 });
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const answers = totals.map((total, index) => SLOWDOWN * (total - (totals[index - 1] ?? 0)));
  // The first thread of a process is the one of the page.
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && pid === tid);
  const renderer = await processOf(browser);
  const times = tasks.filter(({ pid }) => pid === renderer).map(({ tdur = 0 }) => (SLOWDOWN * tdur) / 1000);
  return { answers, long: times.filter((time) => time >= LONG_TASK) };
}

async function measure(id: string, level: number): Promise<string> {
  const executablePath = process.env['CHROMIUM'] || undefined;
  const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }) });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  await context.addInitScript(prepare, { key: `tablier.games.${ID}`, text: storedGame(id, level) });
  const { answers, long } = await watch(browser, context);
  await browser.close();
  const [first = 0, ...later] = answers.map(Math.round);
  const tasks = long.length === 0 ? '' : `, the longest ${Math.round(Math.max(...long))} ms`;
  return `first move ${first} ms, others at most ${Math.max(...later)} ms; ${long.length} long tasks of the page${tasks}`;
}

for (const id of GAMES) for (const level of LEVELS) console.log(`${id} ${level}: ${await measure(id, level)}`);
