import '../../english.ts';
import { defaultOptions, type Game, SeededRng } from '@tablier/core';
import { arcanor, isaac, masker, nasca } from '@tablier/games';
import { createMatch } from '@tablier/match';
import { describe, expect, it, vi } from 'vitest';
import type { BotRequest } from '@tablier/ai';
import type { BotPlayer } from '../../../src/play/local/worker-bot.ts';
import { NO_ANSWER } from '../../../src/lib/run-worker.ts';
import { LocalSession } from '../../../src/play/local/local-session.svelte.ts';
import { SAVE_FORMAT } from '../../../src/play/local/game-entry.ts';
import { LOCAL_TERMS, type SavedGame } from '../../../src/play/local/saved-game.ts';
import type { LocalSeat } from '../../../src/play/local/seats.ts';

const PERSON = { kind: 'person', number: 1 } as const;
const FRIEND = { kind: 'person', number: 2 } as const;
const BOT = { kind: 'bot', level: 1 } as const;

/** A session before its first move; `saves` are the saved games, `requests` those to its bots. */
function begin(game: Game, seats: readonly LocalSeat[], answer: (request: BotRequest) => Promise<string>) {
  const options = defaultOptions(game.options);
  const setup = {
    options,
    players: seats.length,
    deal: game.deals.draw(options, seats.length, new SeededRng('local')),
  };
  const [saves, requests]: [SavedGame[], BotRequest[]] = [[], []];
  const saved = {
    format: SAVE_FORMAT,
    game: game.id,
    rules: game.rulesVersion,
    ...setup,
    seats,
    seed: 's',
    events: [],
  };
  const bot: BotPlayer = {
    choose: (request) => {
      requests.push(request);
      return answer(request);
    },
    stop: () => undefined,
  };
  const ports = {
    bot,
    save: (game: SavedGame) => void saves.push(game),
    timeToShow: (points: number) => points * 1000,
  };
  return { session: new LocalSession({ saved, state: createMatch(game, setup, LOCAL_TERMS) }, ports), saves, requests };
}

const noBot = (): Promise<string> => Promise.reject(new Error('no bot here'));
const playFirst = (session: LocalSession): void => session.play(session.choices[0] ?? -1);

describe('a local session of two people', () => {
  it('plays, saves each event, and names the refused command', () => {
    const { session, saves } = begin(isaac, [PERSON, FRIEND], noBot);
    expect([session.turn, session.viewer, session.isShared, session.own]).toEqual([0, 0, true, null]);
    playFirst(session);
    expect([session.turn, session.match.plies, saves.length]).toEqual([1, 1, 1]);
    session.peek('nowhere');
    expect(session.refusal).toBe('illegal-peek');
    playFirst(session);
    expect([session.refusal, session.match.plies]).toEqual([null, 2]);
  });

  it('undoes the last step and takes back the last turn', () => {
    const { session } = begin(isaac, [PERSON, FRIEND], noBot);
    expect([session.undoTo, session.lastTurn]).toEqual([null, null]);
    playFirst(session);
    playFirst(session);
    expect([session.undoTo, session.lastTurn]).toEqual([1, { to: 1, revealed: false }]);
    session.undo();
    session.takeBack();
    expect(session.match.plies).toBe(0);
  });

  it('ends by resignation', () => {
    const { session } = begin(isaac, [PERSON, FRIEND], noBot);
    playFirst(session);
    session.resign();
    expect([session.isOver, session.match.end?.by, session.lastTurn]).toEqual([true, 'resign', null]);
  });

  it('hides the board behind the curtain until the next player is at the device', () => {
    const { session } = begin(masker, [PERSON, FRIEND], noBot);
    expect([session.needsCurtain, session.viewer, session.choices]).toEqual([true, 'spectator', []]);
    session.present = session.turn;
    expect([session.needsCurtain, session.viewer]).toEqual([false, 0]);
    expect(session.choices.length).toBeGreaterThan(0);
  });
});

describe('the words of a local session', () => {
  it('number the persons at one device, and address a person alone', () => {
    const { session: shared } = begin(isaac, [PERSON, FRIEND], noBot);
    expect([shared.names, shared.own]).toEqual([['Player 1', 'Player 2'], null]);
    expect(shared.status).toContain('Player 1');
    const { session: alone } = begin(isaac, [PERSON, BOT], noBot);
    expect([alone.names, alone.called, alone.own]).toEqual([['You', 'Bot, Kitten (1)'], ['You', 'Kitten'], 0]);
    expect(alone.people.who(0)).toBe('you');
  });
});

describe('a draw on one device', () => {
  it('is agreed by all persons at once', () => {
    const { session } = begin(arcanor, [PERSON, FRIEND], noBot);
    expect(session.canOfferDraw).toBe(true);
    session.offerDraw();
    expect([session.match.end?.by, session.refusal]).toEqual(['agreement', null]);
  });

  it('is not offered to a bot, nor in a game without draws', () => {
    expect(begin(arcanor, [PERSON, BOT], noBot).session.canOfferDraw).toBe(false);
    expect(begin(nasca, [PERSON, FRIEND], noBot).session.canOfferDraw).toBe(nasca.canDraw);
  });
});

describe('secrets on one device', () => {
  it('are not shown again to the player who passed the device on', () => {
    const { session } = begin(masker, [PERSON, FRIEND], noBot);
    session.present = 0;
    playFirst(session);
    while (session.turn === 0) session.play(session.choices.at(-1) ?? -1);
    expect([session.turn, session.needsCurtain, session.viewer, session.choices]).toEqual([1, true, 'spectator', []]);
    // The device has not been handed over, so the last step may still be undone.
    expect(session.undoTo).not.toBeNull();
    session.present = 1;
    expect([session.needsCurtain, session.viewer, session.undoTo]).toEqual([false, 1, null]);
  });

  it('need no curtain for a person alone, and none between partners', () => {
    expect(begin(masker, [PERSON, BOT], noBot).session).toMatchObject({ needsCurtain: false, viewer: 0 });
    const four = [1, 2, 3, 4].map((number) => ({ kind: 'person', number }) as const);
    const { session } = begin(masker, four, noBot);
    session.present = masker.partners(4, session.turn).find((seat) => seat !== session.turn) ?? -1;
    expect(session.needsCurtain).toBe(false);
  });
});

describe('a local session against a bot', () => {
  const isaacMove = (plies: number): string => {
    const options = defaultOptions(isaac.options);
    const position = isaac.start({ options, players: 2, deal: null });
    const rng = new SeededRng('bot');
    for (let ply = 0; ply < plies; ply++) position.play(position.randomMove(rng));
    return isaac.formatMove(position.randomMove(rng));
  };

  it('asks the bot, shows its move, and takes back both moves', async () => {
    const { session, requests } = begin(isaac, [BOT, PERSON], () => Promise.resolve(isaacMove(0)));
    expect([session.canPlay, session.choices, session.own]).toEqual([false, [], 1]);
    await session.serveBots();
    expect([session.canPlay, session.match.plies, session.isRemote(0), session.isRemote(1)]).toEqual([
      true,
      1,
      true,
      false,
    ]);
    expect(requests[0]).toMatchObject({ game: 'isaac', level: 1, seed: 's/0' });
    expect([session.undoTo, session.lastTurn]).toEqual([null, null]);
    playFirst(session);
    expect(session.lastTurn?.to).toBe(1);
  });

  it.each([
    [isaac, 8, true],
    [isaac, 7, false],
    [masker, 8, false],
  ] as const)(
    'tells only the strongest bot the moves, if nothing is hidden: $0.id, level %i',
    async (game, level, isTold) => {
      const { session, requests } = begin(game, [PERSON, { kind: 'bot', level }], noBot);
      while (session.turn === 0) session.play(session.choices.at(-1) ?? -1);
      await session.serveBots();
      expect(requests[0]?.moves).toEqual(isTold ? session.state.moves.map(({ move }) => move) : undefined);
    },
  );

  it('reports a bot that keeps failing, and asks again', async () => {
    let fails = true;
    const { session, requests } = begin(isaac, [BOT, PERSON], () => (fails ? noBot() : Promise.resolve(isaacMove(0))));
    await session.serveBots();
    expect([session.botError, requests.length]).toEqual(['no bot here', 3]);
    fails = false;
    await session.serveBots();
    expect([session.botError, session.match.plies]).toEqual([null, 1]);
  });

  it('asks a bot without an answer only once before it says so, and asked again for its shortest search', async () => {
    let hangs = true;
    const { session, requests } = begin(isaac, [{ kind: 'bot', level: 8 }, PERSON], () =>
      hangs ? Promise.reject(new Error(NO_ANSWER)) : Promise.resolve(isaacMove(0)),
    );
    await session.serveBots();
    expect([session.botError, requests.length]).toEqual([NO_ANSWER, 1]);
    hangs = false;
    await session.serveBots();
    expect([session.botError, session.match.plies, requests.map(({ level }) => level)]).toEqual([null, 1, [8, 1]]);
  });

  it('ignores the answer of a bot to an earlier position', async () => {
    const answers: ((move: string) => void)[] = [];
    const { session } = begin(isaac, [PERSON, BOT], () => new Promise((resolve) => answers.push(resolve)));
    playFirst(session);
    await expect.poll(() => answers.length).toBe(1);
    session.takeBack();
    answers[0]?.(isaacMove(1));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect([session.match.plies, session.botError, session.turn]).toEqual([0, null, 0]);
  });

  it('waits while the person reads what is over', async () => {
    const { session } = begin(isaac, [BOT, PERSON], () => Promise.resolve(isaacMove(0)));
    session.hold(true);
    const served = session.serveBots();
    expect(await Promise.race([served, new Promise((resolve) => setTimeout(resolve, 700, 'waits'))])).toBe('waits');
    expect(session.match.plies).toBe(0);
    session.hold(false);
    await served;
    expect(session.match.plies).toBe(1);
  });

  it('lets the board show what a move brought before the bot answers', async () => {
    vi.useFakeTimers();
    try {
      const rng = new SeededRng('points');
      const started = begin(isaac, [PERSON, BOT], () => {
        const { position } = started.session.state;
        return Promise.resolve(isaac.formatMove(position.randomMove(rng)));
      });
      const { session } = started;
      let gained = 0;
      while (gained === 0) {
        const before = session.scores[0] ?? 0;
        while (session.turn === 0) playFirst(session);
        gained = (session.scores[0] ?? 0) - before;
        if (gained === 0) await vi.runAllTimersAsync();
      }
      const { plies } = session.match;
      await vi.advanceTimersByTimeAsync(gained * 1000);
      expect(session.match.plies).toBe(plies);
      await vi.advanceTimersByTimeAsync(450);
      expect(session.match.plies).toBe(plies + 1);
      session.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('reports an answer that is no move', async () => {
    const { session } = begin(isaac, [BOT, PERSON], () => Promise.resolve('nonsense'));
    await session.serveBots();
    expect([session.botError, session.match.plies]).toEqual(['unreadable-move nonsense', 0]);
  });

  it('has moves in advance if they are wanted, and never in a first game', async () => {
    const queueIn = async (guide: number | null, premoves: boolean) => {
      const { session } = begin(isaac, [PERSON, BOT], noBot);
      session.guide = guide;
      await session.resume({ premoves, language: 'en' });
      return session.queue !== null;
    };
    expect([await queueIn(null, true), await queueIn(null, false), await queueIn(0, true)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('makes no move and is not asked again once its session is closed', async () => {
    for (const answer of [() => Promise.resolve(isaacMove(0)), () => Promise.reject(new Error('stopped'))]) {
      const { session, saves, requests } = begin(isaac, [BOT, PERSON], answer);
      const served = session.serveBots();
      session.close();
      await served;
      expect([requests.length, saves.length, session.match.plies, session.botError]).toEqual([1, 0, 0, null]);
    }
  });
});
