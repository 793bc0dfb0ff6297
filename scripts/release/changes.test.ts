import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

const changelog = (...sections: readonly string[]): string => ['# Changelog\n\nAbout.\n', ...sections].join('\n');

test('the changes of a version are those below its heading', () => {
  const text = changelog(
    '## [Unreleased]\n',
    '## [1.1.0] - 2027-01-01\n\n- B\n- C\n',
    '## [1.0.0] - 2026-11-28\n\n- A\n',
  );
  expect(changesOf(text, '1.1.0')).toBe('- B\n- C');
});

test.each([
  ['without its heading', changelog('## [1.0.0] - 2026-11-28\n\n- A\n')],
  ['without a date', changelog('## [1.1.0]\n\n- B\n')],
  ['with nothing below its heading', changelog('## [1.1.0] - 2027-01-01\n', '## [1.0.0] - 2026-11-28\n\n- A\n')],
  ['below changes that no version has', changelog('## [Unreleased]\n\n- D\n', '## [1.1.0] - 2027-01-01\n\n- B\n')],
  ['below a newer version', changelog('## [1.2.0] - 2027-02-01\n\n- D\n', '## [1.1.0] - 2027-01-01\n\n- B\n')],
])('a version %s is not released', (_, text) => {
  expect(changesOf(text, '1.1.0')).toBeUndefined();
});
