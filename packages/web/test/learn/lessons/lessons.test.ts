import '../../english.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { legalMoveTexts, NOBODY } from '@tablier/core';
import { games } from '@tablier/games';
import { beforeAll, describe, expect, it } from 'vitest';
import { inputPath } from '../../../src/board/input-path.ts';
import {
  type Lesson,
  type LessonStep,
  type LessonWords,
  rightMoves,
  stepPosition,
  type StepWords,
} from '../../../src/board/lesson.ts';
import { loadedBoard, loadModule } from '../../../src/games/boards.ts';
import { loadLesson, loadLessonWords } from '../../../src/games/lessons.ts';
import { languages } from '../../../src/lib/language.ts';
import { boardState } from '../../games/board-tools.ts';
import { overflowingTexts } from '../../text-faults.ts';

const RULES = join(import.meta.dirname, '..', '..', '..', '..', 'games', 'src');
/** The most characters: two lines of a phone for the rule, three for what the coach says. */
const MOST = { say: 66, ask: 108, done: 90, hint: 96 } as const;

const isTask = (step: LessonStep): boolean => step.isRight !== undefined;
const partsOf = (words: StepWords): [keyof typeof MOST, string][] =>
  (['say', 'ask', 'done', 'hint'] as const).flatMap((part) => {
    const text = words[part];
    return text === undefined ? [] : [[part, text] as [keyof typeof MOST, string]];
  });
const textsOf = (words: LessonWords): [string, string][] =>
  Object.entries(words).flatMap(([id, step]) =>
    partsOf(step).map(([part, text]): [string, string] => [`${id}_${part}`, text]),
  );

describe.each(games)('the lesson of $id', (game) => {
  let lesson: Lesson;
  const words = new Map<string, LessonWords>();
  beforeAll(async () => {
    await loadModule(game.id);
    lesson = await loadLesson(game.id);
    for (const language of languages) words.set(language, await loadLessonWords(game.id, language));
  });

  it('begins with the goal, then has its guided moves, then the others', () => {
    const [goal, ...others] = lesson.steps;
    expect(goal !== undefined && !isTask(goal)).toBe(true);
    expect(others.every(isTask)).toBe(true);
    const guided = others.map((step) => step.guided === true);
    expect(guided).toEqual([...guided].sort((one, other) => Number(other) - Number(one)));
    expect(guided[0]).toBe(true);
    expect(new Set(lesson.steps.map(({ id }) => id)).size).toBe(lesson.steps.length);
  });

  it('follows the rules: every position is legal and not the end of a game', () => {
    for (const step of lesson.steps) expect(stepPosition(game, step).position.turn, step.id).not.toBe(NOBODY);
  });

  it('asks for legal moves, and some legal moves are wrong', () => {
    for (const step of lesson.steps.filter(isTask)) {
      const { position } = stepPosition(game, step);
      const right = rightMoves(game, step, position);
      const wrong = legalMoveTexts(game, position).length - right.length;
      expect(right.length, step.id).toBeGreaterThan(0);
      if (step.example !== undefined) expect(right, step.id).toContain(step.example);
      expect(wrong > 0, `${step.id}: every legal move is right`).toBe(true);
    }
  });

  it('can be done at the board', () => {
    const board = loadedBoard(game.id);
    for (const step of lesson.steps.filter(isTask)) {
      const { position } = stepPosition(game, step);
      const state = boardState(game, board, position, { bottom: position.turn });
      for (const text of rightMoves(game, step, position).slice(0, 3)) {
        const move = game.parseMove(text) ?? -1;
        expect(state.choices, `${step.id}: ${text}`).toContain(move);
        expect(inputPath(board, state, move), `${step.id}: ${text}`).not.toBeNull();
      }
    }
  });

  it('adds up the points that the rules give for every right move, with a word for each number', () => {
    for (const step of lesson.steps) {
      const { sum } = step;
      if (sum === undefined) continue;
      const { position } = stepPosition(game, step);
      const seat = position.turn;
      for (const text of rightMoves(game, step, position)) {
        const played = stepPosition(game, { ...step, moves: [...step.moves, text] }).position;
        const gain = (played.outcome().scores[seat] ?? 0) - (position.outcome().scores[seat] ?? 0);
        expect(
          sum.reduce((product, factor) => product * factor, 1),
          `${step.id}: ${text}`,
        ).toBe(gain);
      }
      for (const language of languages)
        expect(words.get(language)?.[step.id]?.sum, `${language} ${step.id}`).toHaveLength(sum.length + 1);
    }
  });

  it('teaches rules that there are', () => {
    const rules = readFileSync(join(RULES, game.id, 'rules.md'), 'utf8');
    for (const { id, rule } of lesson.steps) expect(rules, id).toContain(`[${rule}]`);
  });

  it.each(languages)('has all its words: %s', (language) => {
    const spoken = words.get(language) ?? {};
    expect(Object.keys(spoken)).toEqual(lesson.steps.map(({ id }) => id));
    for (const step of lesson.steps) {
      const { say, ask, done, hint } = spoken[step.id] ?? { say: '' };
      const given = [say, ask, done, hint].map((text) => (text ?? '').trim() !== '');
      const { position } = stepPosition(game, step);
      const hasWrong = legalMoveTexts(game, position).length > rightMoves(game, step, position).length;
      if (isTask(step)) expect(given, step.id).toEqual([true, true, true, hasWrong]);
      else expect([given[0], given[2], given[3]], step.id).toEqual([true, false, false]);
    }
  });

  it.each(languages)('has room for its words: %s', (language) => {
    const tooLong = Object.entries(words.get(language) ?? {}).flatMap(([id, step]) =>
      partsOf(step)
        .filter(([part, text]) => text.length > MOST[part])
        .map(([part, text]) => `${id} ${part}: ${text.length}`),
    );
    expect(tooLong).toEqual([]);
    const catalogues = ['en', language].map((each) => new Map<string, unknown>(textsOf(words.get(each) ?? {})));
    const [base = new Map(), messages = new Map()] = catalogues;
    expect(overflowingTexts({ base, language, messages, cognates: [] })).toEqual([]);
  });

  it('is translated', () => {
    const english = new Map(textsOf(words.get('en') ?? {}));
    for (const language of languages.filter((each) => each !== 'en')) {
      const same = textsOf(words.get(language) ?? {}).filter(([key, text]) => english.get(key) === text);
      expect(same, language).toEqual([]);
    }
  });

  it('has proper signs: apostrophes, and unbroken spaces in French', () => {
    for (const language of languages)
      for (const [key, text] of textsOf(words.get(language) ?? {})) expect(text, `${language} ${key}`).not.toMatch(/'/);
    for (const [key, text] of textsOf(words.get('fr') ?? {}))
      expect(text, key).not.toMatch(/[^\u00a0\u202f\d] ?[:;?!](\s|$)/);
  });

  it.each([
    ['de', /\b(Ihnen|Ihren|\p{L}+en Sie)\b/u],
    ['nl', /\b(u|uw)\b/i],
    ['fr', /(?<!\p{L})(tu|ton|tes|toi)(?!\p{L})/iu],
  ])('addresses the player in one way: %s', (language, other) => {
    expect(textsOf(words.get(language) ?? {}).filter(([, text]) => other.test(text))).toEqual([]);
  });
});

// A game that has just been created begins with less.
it.each(['arcanor', 'isaac', 'masker', 'nasca'])(
  'the lesson of %s has 8 to 12 steps, three of them guided',
  async (id) => {
    const { steps } = await loadLesson(id);
    expect(steps.length).toBeGreaterThanOrEqual(8);
    expect(steps.length).toBeLessThanOrEqual(12);
    expect(steps.filter(({ guided }) => guided === true)).toHaveLength(3);
  },
);

it('a game without a lesson is reported by name', async () => {
  await expect(loadLesson('chess')).rejects.toThrow('chess has no lesson');
  await expect(loadLessonWords('isaac', 'xx')).rejects.toThrow('the lesson of isaac has no words in xx');
});
