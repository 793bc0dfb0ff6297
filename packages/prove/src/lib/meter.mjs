/**
 * Loaded into a server before its own program (`--import`): answers `measure` from its parent with what only the process itself can
 * tell. `longestBlock`: the longest that the event loop was kept from working since the last answer, in milliseconds. `heap`: what
 * is left when garbage has been collected, in MiB.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** A block is found to this, in milliseconds. */
const RESOLUTION = 5;

if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  process.on('message', (message) => {
    if (message !== 'measure') return;
    const longestBlock = Math.max(0, delay.max / 1e6 - RESOLUTION);
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ longestBlock, heap: (heapUsed + external) / 2 ** 20 });
    // The collection above is no request's fault: what is measured begins after it.
    setImmediate(() => setTimeout(() => delay.reset(), 2 * RESOLUTION));
  });
  // It keeps nobody from ending.
  process.channel?.unref();
}
