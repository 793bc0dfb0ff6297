import cliProgress from 'cli-progress';

/** A bar with the time left. */
export interface Progress {
  /** `done` of the total; the total may become known late. */
  at(done: number, total?: number): void;
  /** Removes the bar. To be called before other output, and at the end. */
  stop(): void;
}

/** Shows a bar on stderr if that is a terminal; otherwise nothing is written. */
export function startProgress(total: number, stream: NodeJS.WritableStream = process.stderr): Progress {
  const bar = new cliProgress.SingleBar({
    stream,
    format: '{bar} {percentage} %, {eta_formatted} left',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    clearOnComplete: true,
    // An interrupted bar would leave the terminal without a cursor.
    hideCursor: null,
    fps: 5,
  });
  bar.start(total, 0);
  return {
    at: (done, of) => {
      if (of !== undefined && of !== bar.getTotal()) bar.setTotal(of);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

/** Whether `work` of `withProgress` writes lines to stdout. */
type Output = 'nothing' | 'lines';

const NONE: Progress = { at: () => undefined, stop: () => undefined };

/** Shows a bar while `work` runs and reports its progress. Shows none if the lines of `work` go to the same terminal. */
export async function withProgress<T>(
  total: number,
  work: (progress: Progress) => Promise<T>,
  output: Output = 'nothing',
): Promise<T> {
  const progress = output === 'lines' && process.stdout.isTTY ? NONE : startProgress(total);
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}
