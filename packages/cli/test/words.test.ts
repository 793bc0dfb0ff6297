import { expect, test } from 'vitest';
import { withIdsAsArguments } from '../src/shared/output.ts';

const ID = `-${'a'.repeat(21)}`;

test.each([
  [
    ['erase-text', ID, '--data', 'x'],
    ['erase-text', '--data', 'x', '--', ID],
  ],
  [
    ['erase-text', ID, '--of', ID],
    ['erase-text', '--of', ID, '--', ID],
  ],
  [
    ['ban', '--', ID],
    ['ban', '--', ID],
  ],
  [
    ['serve', '--port', '3000'],
    ['serve', '--port', '3000'],
  ],
  [
    ['moves', '-g', 'isaac'],
    ['moves', '-g', 'isaac'],
  ],
])('an id that begins with a dash is an argument: %j', (words, read) => {
  expect(withIdsAsArguments(words)).toEqual(read);
});
