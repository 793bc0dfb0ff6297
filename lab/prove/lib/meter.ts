/**
 * Loaded into a server before its own program (`--import`): answers `measure` from its parent with what only the process itself can
 * measure. `longestBlock`: the longest block of the event loop since the last answer, in milliseconds. `heap`: the memory in use after
 * garbage collection, in MiB.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** The precision of a block, in milliseconds. */
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
    // No request caused the collection above: the next measurement begins after it.
    setImmediate(() => setTimeout(() => delay.reset(), 2 * RESOLUTION));
  });
  // The channel does not keep the process from ending.
  process.channel?.unref();
}
