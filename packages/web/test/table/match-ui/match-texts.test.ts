import { type Position, type RecordEnd, SeededRng, type View } from '@tablier/core';
import { isaac } from '@tablier/games/isaac';
import { masker } from '@tablier/games/masker';
import { nasca } from '@tablier/games/nasca';
import { ERROR_NAMES } from '@tablier/protocol';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadModule } from '../../../src/games/boards.ts';
import { followLanguage, loadMessages } from '../../../src/lib/language.ts';
import { People } from '../../../src/lib/people.ts';
import { asSentence, newsTexts, resultReason, resultTitle, turnText } from '../../../src/table/match-ui/match-texts.ts';
import { errorText } from '../../../src/lib/text.ts';

/** A text without the difference between kinds of spaces. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

/** Plays moves drawn from a fixed seed until `there` holds. */
function playUntil(position: Position, there: () => boolean): void {
  const rng = new SeededRng('words');
  while (!there()) position.play(position.randomMove(rng));
}

beforeAll(async () => {
  for (const id of ['isaac', 'nasca']) await loadModule(id);
});

await Promise.all([loadMessages('en'), loadMessages('fr')]);

describe('a status', () => {
  it('ends with one full stop as a sentence, and with none after an ellipsis', () => {
    const options = { scoringStarts: 'placer', counter: 'exact' } as const;
    const view = isaac.view(isaac.start({ options, players: 2, deal: null }), 1);
    const spoken = (isBot: boolean) => asSentence(turnText(isaac, view, new People(isaac), { isBot }));
    expect([spoken(false), spoken(true)].map((words) => /[.…]+$/.exec(words)?.[0])).toEqual(['.', '…']);
  });
});

describe('a new phase', () => {
  const position = isaac.start({ options: { scoringStarts: 'placer', counter: 'exact' }, players: 2, deal: null });
  const view = () => isaac.view(position, 'spectator');

  it('[I7] of Isaac is announced, and not the passes before it', () => {
    playUntil(position, () => view().phase === 'scoring');
    expect(view().passed.length).toBeGreaterThan(0);
    expect(newsTexts(isaac, view(), new People(isaac))).toEqual(['Placing is over. Scoring begins.']);
    position.play(position.randomMove(new SeededRng('after')));
    expect(newsTexts(isaac, view(), new People(isaac)).join()).not.toContain('Scoring begins');
  });

  it('[I15] names a seat that is out of the scoring instead of passing', () => {
    const out: View = { ...view(), passed: [1] };
    expect(newsTexts(isaac, out, new People(isaac))).toEqual(['Light cannot remove a piece and is out.']);
  });

  it('of Nasca is the next round: its first position says that it has begun', () => {
    const options = { landscape: 'none', rounds: 2, corners: 'closed', neutralWalls: 'no' };
    const round = nasca.start({ options, players: 2, deal: null });
    playUntil(round, () => nasca.view(round, 'spectator').round === 2);
    expect(newsTexts(nasca, nasca.view(round, 'spectator'), new People(nasca)).map(plain)).toEqual([
      expect.stringMatching(/^Round 2 of 2; after round 1: Dark \d+, Light \d+\.$/),
    ]);
    round.play(round.randomMove(new SeededRng('after')));
    expect(newsTexts(nasca, nasca.view(round, 'spectator'), new People(nasca))).toEqual([]);
  });
});

describe('a sentence of a game under way', () => {
  afterEach(() => followLanguage(() => 'en'));
  const start = isaac.start({ options: { scoringStarts: 'placer', counter: 'exact' }, players: 2, deal: null });
  const view = isaac.view(start, 'spectator');
  const turn = (own: number | null, called: readonly string[], isBot = false): string =>
    turnText(isaac, view, new People(isaac, { own, called }), { isBot });

  it('names the player to move, or the seat if there is no name', () => {
    expect(turn(null, ['Ada', 'Basil'])).toBe('Ada to place a piece');
    expect(turn(1, ['Ada', 'Basil'])).toBe('Ada to place a piece');
    expect(turn(0, ['Ada', 'Basil'])).toBe('Your turn: place a piece');
    expect(turn(1, ['Hare', 'Basil'], true)).toBe('Hare is thinking…');
    expect(turn(null, [])).toBe('Dark to place a piece');
    followLanguage(() => 'fr');
    expect(turn(1, ['Lièvre', 'Basile'], true)).toBe('Lièvre réfléchit…');
  });

  it('distinguishes two players of the same name by their seats, and no others', () => {
    const people = new People(masker, { own: 0, called: ['You', 'Hare', 'Ada', 'Hare'] });
    expect([0, 1, 2, 3].map((seat) => people.title(seat))).toEqual(['You', 'Hare (Second)', 'Ada', 'Hare (Fourth)']);
    expect(people.titles([0, 2])).toBe('You and Ada');
    expect(people.names([1, 0])).toBe('Hare (Second) and you');
  });

  it('addresses the user who has to pass', () => {
    const passed: View = { ...view, passed: [0] };
    const said = (own: number | null) => newsTexts(isaac, passed, new People(isaac, { own, called: ['Ada', 'Basil'] }));
    expect(said(null)).toEqual(['Ada has no room for a piece and passes.']);
    expect(said(0)).toEqual(['You have no room for a piece and pass.']);
  });
});

describe('the result of a game', () => {
  const view = isaac.view(
    isaac.start({ options: { scoringStarts: 'placer', counter: 'exact' }, players: 2, deal: null }),
    'open',
  );
  const resigned: RecordEnd = { by: 'resign', scores: [0, 0], places: [2, 1] };
  const ended: RecordEnd = { by: 'rules', scores: [40, 60], places: [2, 1] };
  const reached: View = { ...view, decidedBy: 'points' } as View;
  const texts = (end: RecordEnd, own: number | null, called: readonly string[], at: View = view) => [
    resultTitle(isaac, end, { own, called }),
    resultReason(isaac, at, end, { own, called }),
  ];

  afterEach(() => followLanguage(() => 'en'));

  it('names the players, each with their seat', () => {
    expect(texts(resigned, null, ['Ada', 'Basil'])).toEqual(['Basil (Light) wins', 'Ada (Dark) resigned.']);
    expect(texts(resigned, 1, ['Ada', 'Basil'])).toEqual(['You win', 'Ada (Dark) resigned.']);
    expect(texts(ended, null, ['You', 'Hare'], reached)[1]).toBe('No one can remove a piece any more.');
  });

  it('addresses the user', () => {
    expect(texts(resigned, 0, ['Ada', 'Basil'])).toEqual(['You lose', 'You resigned.']);
    expect(texts(ended, 1, ['Ada', 'Basil'], reached)[1]).toBe('No one can remove a piece any more.');
    followLanguage(() => 'fr');
    expect(texts(resigned, 0, ['Ada', 'Basil'])[1]).toBe('Vous avez abandonné.');
  });

  it('names only the seat if the player is unknown, and several players in the plural', () => {
    expect(texts(resigned, null, [])).toEqual(['Light wins', 'Dark resigned.']);
    followLanguage(() => 'fr');
    const teams: RecordEnd = { by: 'resign', scores: [0, 1, 0, 1], places: [2, 1, 2, 1] };
    const names = ['Ada', 'Basil', 'Cléo', 'Dora'];
    expect(resultReason(masker, view, teams, { own: null, called: names })).toBe(
      'Ada (1er joueur) et Cléo (3e joueur) ont abandonné.',
    );
  });
});

describe('a refusal', () => {
  it.each([...ERROR_NAMES, 'no-such-error'])('%s is explained in words, never by its name', (name) => {
    expect(errorText(name)).toMatch(/^[A-Z].*[.!…]$/);
    if (name.includes('-')) expect(errorText(name)).not.toContain(name);
  });

  it.each(['position-changed', 'match-over', 'not-your-turn'])('%s does not tell people to try again', (name) =>
    expect(errorText(name)).not.toBe(errorText('no-such-error')),
  );
});
