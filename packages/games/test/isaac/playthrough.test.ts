import { readFileSync } from 'node:fs';
import { type GameRecord, plainText } from '@tablier/core';
import { expect, test } from 'vitest';
import { type IsaacPosition, isaac, viewOf } from '../../src/isaac/index.ts';
import { legal, PUBLISHED, play, recordOf, setupOf } from './scene.ts';

/** The first frozen record of the published rules. */
function publishedMoves(): readonly string[] {
  const lines = readFileSync(new URL('./records-v1.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const isPublished = ({ options }: GameRecord): boolean =>
    options['counter'] === 'upTo' && options['scoringStarts'] === 'passer';
  return lines.map(recordOf).find(isPublished)?.moves ?? [];
}

const NAMES = ['Dark', 'Light'];

function moveLine(position: IsaacPosition, text: string): string {
  const { turnIndex, turn, passed } = viewOf(position);
  const before = passed.map((seat) => `${NAMES[seat]} passed; `).join('');
  return `${String(turnIndex).padStart(2)}  ${NAMES[turn]?.padEnd(5)} ${text.padEnd(6)} of ${legal(position).length}  ${before}`.trimEnd();
}

const board = (position: IsaacPosition): string => plainText(isaac.draw(viewOf(position)));

// A whole game on one page, to be read by people: a change of the rules, the notation or the drawing shows here.
test('a game of the published rules, as drawn', async () => {
  const position = isaac.start(setupOf(PUBLISHED));
  const page: string[] = [];
  for (const text of publishedMoves()) {
    page.push(moveLine(position, text));
    const before = position.phase;
    play(position, text);
    if (before === 'placing' && position.phase === 'scoring') page.push('', board(position), '');
  }
  await expect([...page, '', board(position), ''].join('\n')).toMatchFileSnapshot('playthrough.txt');
});
