import '../../english.ts';
import { defaultOptions, SeededRng } from '@tablier/core';
import { masker } from '@tablier/games';
import { createMatch } from '@tablier/match';
import { describe, expect, it } from 'vitest';
import { SAVE_FORMAT } from '../../../src/play/local/game-entry.ts';
import { LocalSession } from '../../../src/play/local/local-session.svelte.ts';
import { LOCAL_TERMS } from '../../../src/play/local/saved-game.ts';
import { LookBack } from '../../../src/table/match-ui/look-back.svelte.ts';

/** Two people on one device, the first of whom has made two captures. */
function twoCaptures(): LocalSession {
  const options = defaultOptions(masker.options);
  const setup = { options, players: 2, deal: masker.deals.draw(options, 2, new SeededRng('look back')) };
  const seats = [1, 2].map((number) => ({ kind: 'person', number }) as const);
  const saved = { format: SAVE_FORMAT, game: masker.id, rules: masker.rulesVersion, ...setup, seats, seed: 's' };
  const bot = { choose: () => Promise.reject(new Error('no bot here')), stop: () => undefined };
  const session = new LocalSession(
    { saved: { ...saved, events: [] }, state: createMatch(masker, setup, LOCAL_TERMS) },
    { bot, save: () => undefined, timeToShow: () => 0 },
  );
  session.present = 0;
  playFirst(session);
  playFirst(session);
  return session;
}
const playFirst = (session: LocalSession): void => session.play(session.choices[0] ?? -1);

describe('looking back during a match', () => {
  it('shows an earlier position until the user returns, also when the match goes on', async () => {
    const session = twoCaptures();
    session.undo();
    const before = session.match.view;
    const look = new LookBack(() => session);
    expect([look.past, look.plies]).toEqual([null, 1]);
    await look.go(0);
    expect([look.plies, look.past?.view.turnIndex]).toEqual([0, 0]);
    expect(look.past?.view).not.toEqual(before);
    playFirst(session);
    expect(look.plies).toBe(0);
    await look.go(1);
    expect(look.past?.view).toEqual(before);
    await look.go(2);
    expect([look.past, look.plies]).toEqual([null, 2]);
  });

  it('steps on from the position that is still being read', async () => {
    const session = twoCaptures();
    const look = new LookBack(() => session);
    const first = look.go(look.plies - 1);
    expect([look.past, look.plies]).toEqual([null, 1]);
    const second = look.go(look.plies - 1);
    await Promise.all([first, second]);
    expect(look.past?.plies).toBe(0);
  });

  it('ends where the position is taken back, and with the player at the device', async () => {
    const session = twoCaptures();
    const look = new LookBack(() => session);
    await look.go(1);
    session.undo();
    session.undo();
    expect(look.past).toBeNull();
    session.play(session.choices[1] ?? -1);
    playFirst(session);
    // The same number of moves, but others.
    expect(look.past).toBeNull();
    await look.go(1);
    expect(look.past).not.toBeNull();
    session.present = null;
    session.play(masker.parseMove('.') ?? -1);
    expect(look.past).toBeNull();
  });

  it('says that a position cannot be read, and shows the last one that could', async () => {
    const session = twoCaptures();
    let isThere = true;
    const flaky = {
      get match() {
        return session.match;
      },
      get viewer() {
        return session.viewer;
      },
      lookBack: (until: number) => (isThere ? session.lookBack(until) : Promise.resolve(null)),
    };
    isThere = false;
    const look = new LookBack(() => flaky);
    await look.go(1);
    expect([look.past, look.hasFailed]).toEqual([null, true]);
    isThere = true;
    await look.go(1);
    expect([look.plies, look.hasFailed]).toEqual([1, false]);
  });
});
