import cliProgress from 'cli-progress';

export interface Progress {
  /** `done` of the total; the total may become known late. */
  at(done: number, total?: number): void;
  print(line: string): void;
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
    // The time left follows from so many updates: with few it jumps.
    etaBuffer: 500,
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
    print: (line) => void stream.write(isTerminal(stream) ? `${CLEAR}${line}\n${SAVE}` : `${line}\n`),
    stop: () => bar.stop(),
  };
}

/** Goes to the start of the line and clears it. */
const CLEAR = '\r\u001b[0K';
/** Saves the position to which `stop` returns. */
const SAVE = '\u001b7';

const isTerminal = (stream: NodeJS.WritableStream): boolean => 'isTTY' in stream && stream.isTTY === true;

/** Shows a bar while `work` runs and reports its progress. Shows none if the lines of `work` go to the same terminal. */
export async function withProgress<T>(
  total: number,
  work: (at: Progress['at']) => Promise<T>,
  output: 'nothing' | 'lines' = 'nothing',
): Promise<T> {
  if (output === 'lines' && process.stdout.isTTY) return work(() => undefined);
  const progress = startProgress(total);
  try {
    return await work(progress.at);
  } finally {
    progress.stop();
  }
}

/** Lines that replace each other on stderr, if that is a terminal; otherwise only what is printed is written. */
export function showLines(stream: NodeJS.WritableStream = process.stderr) {
  let shown: readonly string[] = [];
  const draw = (lines: readonly string[]): void => {
    const up = shown.length === 0 ? '' : `\r\u001b[${shown.length}A\u001b[0J`;
    stream.write(up + lines.map((line) => `${line}\n`).join(''));
  };
  return {
    show(lines: readonly string[]): void {
      if (!isTerminal(stream)) return;
      // A line that the terminal breaks in two would not be replaced as a whole.
      const columns = 'columns' in stream ? Number(stream.columns) : 0;
      const width = columns > 0 ? columns - 1 : Number.POSITIVE_INFINITY;
      const fitting = lines.map((line) => line.slice(0, width));
      draw(fitting);
      shown = fitting;
    },
    /** A line that stays, above the others. */
    print: (line: string): void => draw([line, ...shown]),
    /** What is shown stays. */
    stop(): void {
      shown = [];
    },
  };
}
