import { readFileSync } from 'node:fs';
import type { Position } from '@tablier/core';
import { arcanor, isaac, masker, nasca } from '../src/catalogue.ts';
import { stackOf } from '../src/arcanor/index.ts';
import { positionText as arcanorText } from '../src/arcanor/position-text.ts';
import { allSlots, firstPiece, type IsaacView, LENGTHS, positionOf as isaacPosition } from '../src/isaac/index.ts';
import { positionText as isaacText } from '../src/isaac/position-text.ts';
import type { MaskerOptions } from '../src/masker/index.ts';
import { positionText as maskerText } from '../src/masker/position-text.ts';
import type { MaskerKnowledge } from '../src/masker/secrets.ts';
import { type NascaView, positionOf as nascaPosition } from '../src/nasca/index.ts';
import { positionText as nascaText } from '../src/nasca/position-text.ts';
import type { PositionText, Teller } from '../src/shared/telling.ts';

export const LANGUAGES = ['en', 'fr', 'de', 'nl'] as const;

export function jsonOf(folder: string, language: string): Readonly<Record<string, string>> {
  const file = new URL(`../src/${folder}/position.${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
}

export const TEXTS: Readonly<Record<string, PositionText>> = {
  isaac: isaacText,
  nasca: nascaText,
  masker: maskerText,
  arcanor: arcanorText,
};

/** A reader who calls the seats A, B and so on. */
export const tellerFor = (game: string): Teller => ({
  name: (seat) => 'ABCD'.charAt(seat),
  words: { ...jsonOf('shared', 'en'), ...jsonOf(game, 'en') },
});

const seatOf = (name = ''): number => 'ABCD'.indexOf(name);

/** The groups of each place in a text that a pattern fits. */
const all = (text: string, pattern: RegExp): string[][] => [...text.matchAll(pattern)].map(([, ...groups]) => groups);

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
const turnIn = (text: string): number => seatOf(/^(\w) to move/m.exec(text)?.[1]);

/** `A, in hand: 5 of length 3, 4 of length 4.`: how many of a length. */
function inHand(text: string, who: string, length: number): number {
  const line = new RegExp(`^${who}, (?:in hand|not played): (.*)\\.$`, 'm').exec(text)?.[1] ?? '';
  return numberIn(line, new RegExp(`(\\d+) of length ${length}`));
}

const WHO = ['A', 'B'];

function readIsaac(text: string): Position {
  const used = new Map<number, number>();
  const pieces = all(text, /(\w) (\d) on (\d\d)-(\d\d), number/g).map(([who, length, from, to]) => {
    const first = firstPiece(
      seatOf(who),
      LENGTHS.findIndex((each) => each === Number(length)),
    );
    const id = used.get(first) ?? first;
    used.set(first, id + 1);
    return { id, slot: allSlots().findIndex((slot) => slot.from === Number(from) && slot.to === Number(to)) };
  });
  const passed = /Passed first: (\w)/.exec(text);
  return isaacPosition({
    options: isaac.presets['page'],
    phase: /^Placing\.$/m.test(text) ? 'placing' : 'scoring',
    turn: turnIn(text),
    turnIndex: 0,
    passed: [],
    pieces,
    hands: WHO.map((who) => LENGTHS.map((length) => ({ count: inHand(text, who, length) }))),
    counters: WHO.map((who) => ({ score: numberIn(text, new RegExp(`${who}, points: (\\d+)`)) })),
    firstToPass: passed === null ? null : seatOf(passed[1]),
    out: all(text, /^(\w): out\.$/gm).map(([who]) => seatOf(who)),
    pending: null,
    longestRemoved: WHO.map((who) => numberIn(text, new RegExp(`^${who}, lengths to remove: (\\d)`, 'm'))),
  } as unknown as IsaacView);
}

function readNasca(text: string): Position {
  const lines = all(text, /^(\w+), height (\d+): (.*)\.$/gm).sort(([, one], [, other]) => Number(one) - Number(other));
  const pieces = lines.flatMap(([who = '', , places = '']) =>
    places.split(', ').map((at) => {
      const [from = '', to = ''] = at.split('-');
      const length =
        1 + Math.abs(Number(from.slice(1)) - Number(to.slice(1))) + Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
      return { at, owner: who === 'Neutral' ? 'neutral' : seatOf(who), length };
    }),
  );
  const round = numberIn(text, /^Round (\d)/m);
  const before = WHO.map((who) => numberIn(text, new RegExp(`^Round 1, ${who}, points: (\\d+)`, 'm')));
  return nascaPosition({
    options: { ...nasca.presets['plain'], rounds: numberIn(text, /^Round \d of (\d)/m) },
    turn: turnIn(text),
    turnIndex: 0,
    passed: [],
    pieces,
    round,
    finished: round > 1 ? [before] : [],
    earlier: [],
  } as unknown as NascaView);
}

const CROSSES: Readonly<Record<string, string>> = {
  ...{ red: 'R', yellow: 'Y', green: 'G', blue: 'B', purple: 'P', white: 'W', plain: 'N', empty: '' },
};
const OPTIONS: MaskerOptions = { touch: 'side', board: 'flat' };

/** Of a game of two players on the flat board. */
function readMasker(text: string): Position {
  const rows = all(text, /^Row \d: (.*)\.$/gm).toReversed();
  const board = rows.flatMap(([row = ''], at) =>
    row.split(', ').map((stack) => {
      const [column = '', ...crosses] = stack.split(/ over | /);
      return {
        cell: `${column}${at + 1}`,
        crosses: crosses
          .map((cross) => CROSSES[cross])
          .toReversed()
          .join(''),
      };
    }),
  );
  const counts = (line: string): [string, number][] =>
    all(line, /(\d+) (\w+)/g).map(([count, colour = '']) => [CROSSES[colour] ?? '', Number(count)]);
  const seats = all(text, /^(\w): (\d+) of \d+; (.*?)\.(?: \w, secret colour: (\w+)\.)?/gm).map(
    ([, pile, crosses = '', colour]) => ({
      pile: Number(pile),
      crosses: counts(crosses)
        .map(([letter, count]) => letter.repeat(count))
        .join(''),
      colour: colour === undefined ? null : CROSSES[colour],
      owes: 0,
    }),
  );
  const taken = /^Taken this turn: (.*)\.$/m.exec(text)?.[1] ?? '';
  return masker.secrets.sample(
    {
      options: OPTIONS,
      players: 2,
      turn: turnIn(text),
      turnIndex: 0,
      passed: [],
      outcome: null,
      seat: seats.findIndex(({ colour }) => colour !== null),
      board,
      neutral: /plain cross is on (\w\d)/.exec(text)?.[1] ?? '',
      inPlay: Object.fromEntries(counts(/^In play: (.*)\.$/m.exec(text)?.[1] ?? '')),
      seats,
      captures: all(taken, /(\w\d) (\w+)/g).map(([cell, cross = '']) => ({ cell, cross: CROSSES[cross] })),
      lastTurn: null,
      capturesLeft: numberIn(text, /^Captures left: (\d)/m),
      free: /any cross, as a white/.test(text) ? 'white' : /any cross, as nothing/.test(text) ? 'isolation' : null,
      gift: null,
      eliminations: [],
    } as unknown as MaskerKnowledge,
    { below: () => 0 },
  );
}

/** Of a game on the open table. */
function readArcanor(text: string): Position {
  const stacks = Array.from({ length: 56 }, () => 0);
  for (const [who, line = ''] of all(text, /^(\w): (\d on .*)\.$/gm)) {
    for (const [size, cell = '', inside = ''] of all(line, /(\d) on (\w\d)(?:, in it ((?:\w \d(?:, )?)+))?/g)) {
      const held = all(inside, /(\w) (\d)/g).map(([owner, small]) => ({ owner: seatOf(owner), size: Number(small) }));
      stacks[8 * (Number(cell.charAt(1)) - 1) + cell.charCodeAt(0) - 97] = stackOf([
        { owner: seatOf(who), size: Number(size) },
        ...held,
      ]);
    }
  }
  return arcanor.secrets.sample(
    {
      options: { table: 'open' },
      stacks,
      turn: turnIn(text),
      turnIndex: 0,
      passed: [],
      quiet: numberIn(text, /^Quiet moves: (\d+)/m),
      history: [],
      end: null,
      winner: -1,
    },
    { below: () => 0 },
  );
}

/** The position that a text describes, rebuilt from nothing else. What it says of earlier moves is left out. */
export const READERS: Readonly<Record<string, (text: string) => Position>> = {
  isaac: readIsaac,
  nasca: readNasca,
  masker: readMasker,
  arcanor: readArcanor,
};
