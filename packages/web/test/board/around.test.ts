import { describe, expect, it } from 'vitest';
import type { TrayGroup, TrayItem } from '../../src/board/board-module.ts';
import { spread } from '../../src/board/input-path.ts';

const bar = (id: string, enabled: boolean): TrayItem => ({
  id,
  name: id,
  enabled,
  count: 1,
  piece: { id, shape: 'isaac/bar', tone: 'seat0', x: 0, y: 0, width: 3, depth: 1 },
});
const act = (id: string): TrayItem => ({ id, name: id, label: id, enabled: true });
const hand = (seat: number, enabled: boolean, more: readonly TrayItem[] = []): TrayGroup => ({
  id: `hand${seat}`,
  title: `Hand ${seat}`,
  seat,
  items: [bar(`bar${seat}`, enabled), ...more],
});
const ids = (groups: readonly TrayGroup[]): string[] =>
  groups.map(({ id, items }) => `${id}: ${items.map((item) => item.id).join(' ')}`);

describe('the racks around a board', () => {
  it('puts the pieces of the others at the other side if there is space, and the actions apart', () => {
    const { far, near, acts } = spread([hand(0, true, [act('turn')]), hand(1, false)], 0, { split: true });
    expect(ids(far)).toEqual(['hand1: bar1']);
    expect(ids(near)).toEqual(['hand0: bar0']);
    expect(ids(acts)).toEqual(['hand0: turn']);
  });

  it('keeps each rack at its side of the board in every turn', () => {
    const { far, near } = spread([hand(0, false), hand(1, true)], 0, { split: true });
    expect([ids(far), ids(near)]).toEqual([['hand1: bar1'], ['hand0: bar0']]);
  });

  it('begins a shared rack with the pieces that can be played, then with those of the seat below the board', () => {
    expect(ids(spread([hand(0, false), hand(1, true)], 0, { split: false }).near)).toEqual([
      'hand1: bar1',
      'hand0: bar0',
    ]);
    expect(ids(spread([hand(0, false), hand(1, false)], 1, { split: false }).near)).toEqual([
      'hand1: bar1',
      'hand0: bar0',
    ]);
  });

  it('leaves out groups that have nothing of a kind', () => {
    const only: TrayGroup = { id: 'turn', title: 'Turn', items: [act('stop')] };
    expect(spread([only], 0, { split: true })).toMatchObject({ far: [], near: [], acts: [only] });
  });
});
