import type { Insight, PlyAnalysis } from '@tablier/ai';
import { describe, expect, it } from 'vitest';
import { GameAnalyst, type PlyAnalyser } from '../../../src/review/analysis/game-analyst.svelte.ts';

const nothing = (ply: number): PlyAnalysis => ({
  ply,
  seat: 0,
  analysis: { unit: 'chance', seat: 0, lines: [], depth: 0, nodes: 0, isOver: false },
  judgement: null,
});

/** A thread under the control of the test. */
class Thread implements PlyAnalyser {
  readonly asked: string[] = [];
  isClosed = false;
  #settle: ((isDone: boolean) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;
  #report: () => void = () => undefined;

  analyse(ply: number, by: 'seat' | 'open', report: (found: PlyAnalysis) => void): Promise<boolean> {
    this.asked.push(`${ply} ${by}`);
    this.#report = () => report(nothing(ply));
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
  }

  insight(ply: number, seat: number): Promise<Insight | null> {
    return Promise.resolve({ ply, seat, secrets: [] });
  }

  stop(): void {
    void this.end(false);
  }

  close(): void {
    this.isClosed = true;
  }

  report(): void {
    this.#report();
  }

  async end(isDone = true): Promise<void> {
    this.#settle?.(isDone);
    await new Promise((resolve) => setTimeout(resolve));
  }

  async fail(): Promise<void> {
    this.#fail?.(new Error('out of memory'));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function started(plies: number, ply: number, options: { readonly compares?: boolean } = {}) {
  const threads: Thread[] = [];
  const analyst = new GameAnalyst(
    plies,
    ply,
    () => {
      const thread = new Thread();
      threads.push(thread);
      return thread;
    },
    options,
  );
  return { analyst, threads, thread: threads[0] as Thread };
}

describe('the analysis of a game in the page', () => {
  it('begins with the position on the board, and ends with every position', async () => {
    const { analyst, thread } = started(4, 2);
    for (let left = 4; left > 0; left--) {
      expect(analyst.state).toBe('working');
      thread.report();
      await thread.end();
    }
    expect(thread.asked).toEqual(['2 seat', '3 seat', '0 seat', '1 seat']);
    expect(analyst.state).toBe('done');
    expect([...analyst.found.keys()].toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3]);
    expect(analyst.finished.size).toBe(4);
  });

  it('turns to the position that comes on the board, and comes back to the one it left', async () => {
    const { analyst, thread } = started(4, 4);
    expect(thread.asked).toEqual(['3 seat']);
    analyst.look(1);
    await thread.end();
    expect(thread.asked).toEqual(['3 seat', '1 seat']);
    expect(analyst.finished.has(3)).toBe(false);
    for (let left = 3; left > 0; left--) await thread.end();
    expect(thread.asked.slice(2)).toEqual(['2 seat', '3 seat', '0 seat']);
  });

  it('shows what it has so far of the position on the board, and of the others only what is final', async () => {
    const { analyst, thread } = started(2, 0);
    thread.report();
    expect([...analyst.found.keys()]).toEqual([0]);
    await thread.end();
    thread.report();
    expect([...analyst.found.keys()]).toEqual([0]);
    await thread.end();
    expect([...analyst.found.keys()]).toEqual([0, 1]);
  });

  it('pauses while the page is hidden', async () => {
    const { analyst, thread } = started(3, 0);
    await thread.end();
    analyst.hide(true);
    await thread.end(false);
    expect(analyst.state).toBe('paused');
    expect(thread.asked).toEqual(['0 seat', '1 seat']);
    analyst.hide(false);
    await thread.end();
    expect(thread.asked).toEqual(['0 seat', '1 seat', '1 seat', '2 seat']);
    expect(analyst.state).toBe('working');
  });

  it('judges what is looked at in the other way too, where the two may differ', async () => {
    const { analyst, thread } = started(3, 1, { compares: true });
    thread.report();
    await thread.end();
    thread.report();
    await thread.end();
    expect(thread.asked.slice(0, 3)).toEqual(['1 seat', '1 open', '2 seat']);
    expect([...analyst.compared.keys()]).toEqual([1]);
    await thread.end();
    await thread.end();
    expect(analyst.state).toBe('done');
    analyst.look(0);
    thread.report();
    await thread.end();
    expect(thread.asked.slice(3)).toEqual(['0 seat', '0 open']);
    expect([...analyst.compared.keys()]).toEqual([1, 0]);
    expect(analyst.state).toBe('done');
    analyst.look(0);
    expect(thread.asked).toHaveLength(5);
    expect(await analyst.insight(0, 1)).toEqual({ ply: 0, seat: 1, secrets: [] });
  });

  it('begins again with everything visible, and drops late results', async () => {
    const { analyst, threads, thread } = started(2, 0);
    await thread.end();
    analyst.restart('open');
    expect(thread.isClosed).toBe(true);
    thread.report();
    await thread.end();
    expect(analyst.found.size).toBe(0);
    expect(analyst.finished.size).toBe(0);
    expect(threads[1]?.asked).toEqual(['0 open']);
  });

  it('says that it failed, and can be started again', async () => {
    const { analyst, threads, thread } = started(2, 0);
    await thread.fail();
    expect(analyst.state).toBe('failed');
    expect(thread.isClosed).toBe(true);
    analyst.restart();
    expect(analyst.state).toBe('working');
    expect(threads[1]?.asked).toEqual(['0 seat']);
    analyst.close();
    expect(threads[1]?.isClosed).toBe(true);
  });
});
