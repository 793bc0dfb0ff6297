import { describe, expect, test } from 'vitest';
import { DOORS } from './doors.ts';
import { edited } from './planted.ts';

describe('side doors', () => {
  test.each(DOORS)('there is a place to open: $name', ({ edits }) => {
    for (const edit of edits) expect(edited(edit)).toContain(edit.put);
  });

  test('a door whose place is gone is no door', () => {
    const gone = { file: 'packages/match/src/project.ts', find: 'not in there', put: '' };
    expect(() => edited(gone)).toThrow('has 0 times');
  });
});
