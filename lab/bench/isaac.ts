/** Random games of Isaac per second of processor time, compared with the plain implementation: `node packages/games/bench/isaac.ts`. */
import { playOut, SeededRng, type Setup } from '@tablier/core';
import { isaac } from '@tablier/games/isaac';
import { plainMoves, plainPlay, plainStart } from '../../packages/games/test/isaac/plain.ts';

const SECONDS = 2;
const ROUNDS = 3;

/** Processor time used so far, in seconds. Other load on the machine affects it little. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The number of runs of `work` per second, in the best of several rounds. */
function perSecond(batch: number, work: () => void): number {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = processorSeconds();
    let runs = 0;
    let spent = 0;
    while (spent < SECONDS / ROUNDS) {
      for (let index = 0; index < batch; index++) work();
      runs += batch;
      spent = processorSeconds() - start;
    }
    best = Math.max(best, runs / spent);
  }
  return best;
}

function ours(setup: Setup): number {
  const start = isaac.start(setup);
  const position = isaac.start(setup);
  const rng = new SeededRng(1);
  return perSecond(1000, () => {
    position.copyFrom(start);
    playOut(position, rng);
  });
}

function plain(options: { scoringStarts: string; counter: string }): number {
  const rng = new SeededRng(1);
  return perSecond(10, () => {
    let state = plainStart(options);
    while (state.phase !== 'over') {
      const moves = plainMoves(state);
      state = plainPlay(state, moves[rng.below(moves.length)] as string);
    }
  });
}

const round = (value: number): string => Math.round(value).toLocaleString('en');
for (const options of [
  { scoringStarts: 'placer', counter: 'exact' },
  { scoringStarts: 'passer', counter: 'upTo' },
]) {
  const setup: Setup = { options, players: 2, deal: null };
  const fast = ours(setup);
  const slow = plain(options);
  console.log(
    `${options.scoringStarts}, ${options.counter}: ${round(fast)} games/s, plain ${round(slow)} games/s, ratio ${round(fast / slow)}`,
  );
}
