import { onTestFinished, vi } from 'vitest';

/** How often the event loop turns during work, if every step of it takes as long as a slice. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  // What ran before ends with its turn.
  await new Promise(setImmediate);
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 10));
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  const count = (): void => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await work();
  clearImmediate(timer);
  return turns;
}
