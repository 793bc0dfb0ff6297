import { Worker } from 'node:worker_threads';
import { EXIT } from './output.ts';

/** Rules that run for longer without a pause have no end. Seconds. */
const LONGEST_STEP = 20;
/**
 * A thread of its own: the loops of the rules let nothing else run in theirs. It counts its own seconds, because the machine may sleep. The
 * debugger says where the loop is; a loop without a statement, such as a search of a text, it says when that can be interrupted.
 */
const WATCH = `
const { workerData: { beats, path, limit, exitCode } } = require('node:worker_threads');
const [scripts, session] = [new Map(), new (require('node:inspector').Session)()];
const { realpathSync, writeSync } = require('node:fs');
session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url));
session.on('Debugger.paused', ({ params: { callFrames } }) => {
  const { href } = require('node:url').pathToFileURL(realpathSync(path));
  const isOwn = ({ location }) => scripts.get(location.scriptId) === href;
  const own = callFrames.slice(Math.max(0, callFrames.findIndex(isOwn)));
  const caller = own.findIndex((frame) => !isOwn(frame));
  const { functionName } = own[(caller < 0 ? own.length : caller) - 1] ?? {};
  const place = functionName === undefined ? path : path + ':' + (own[0].location.lineNumber + 1);
  const subject = functionName === undefined ? 'the rules have' : (functionName || 'the file itself') + ' has';
  writeSync(2, \`tablier: \${place}: \${subject} not returned for \${limit} s (an endless loop, or a game without an end?)\\n\`);
  session.post('Debugger.disable');
  session.post('Runtime.evaluate', { expression: \`setTimeout(() => process.exit(\${exitCode}))\` });
  session.post('Runtime.terminateExecution');
  session.disconnect();
});
let [seen, missed] = [0, 0];
setInterval(() => {
  const now = Atomics.load(beats, 0);
  missed = now === seen ? missed + 1 : 0;
  seen = now;
  if (missed !== limit) return;
  session.connectToMainThread();
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}, 1000);`;

const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Called in work that leaves no turn of the event loop to anything else, once it has come further. */
export const beat = (): void => void Atomics.add(beats, 0, 1);

/** Ends the program, and its engines, when the rules of a game from a file never return. One line names the function. Returns what ends the watch. */
export function endIfStuck(path: string): () => void {
  const workerData = { beats, path, limit: LONGEST_STEP, exitCode: EXIT.usage };
  const watch = new Worker(WATCH, { eval: true, workerData });
  watch.unref();
  const beating = setInterval(beat, 1000).unref();
  return () => {
    clearInterval(beating);
    void watch.terminate();
  };
}
