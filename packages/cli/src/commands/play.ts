import { type Level, parseLevel, type Seat, SeededRng } from '@tablier/core';
import { Keyboard } from '../play/terminal.ts';
import { messagesFor } from '../play/messages.ts';
import { Session } from '../play/session.ts';
import { dealtSetup, gameNamed, gameRng, readConditions, seedOr, type SetupFlags } from '../shared/setup.ts';
import { EXIT, UsageError } from '../shared/errors.ts';

const DEFAULT_LEVEL: Level = 4;

export interface PlayFlags extends SetupFlags {
  readonly level: Level | 'none';
  /** From 1. */
  readonly seat?: number;
  readonly seed?: string;
}

export async function play(id: string, flags: PlayFlags): Promise<number> {
  const game = gameNamed(id);
  const conditions = readConditions(game, flags);
  const seed = seedOr(flags.seed);
  const setup = dealtSetup(conditions, gameRng(seed, 0));
  const rng = new SeededRng(`${seed} play`);
  const people = peopleAt(setup.players, flags, rng);
  const level = parseLevel(flags.level) ?? DEFAULT_LEVEL;
  const keyboard = new Keyboard();
  const messages = messagesFor(process.env);
  await new Session({ game, text: await game.text(), setup, people, level, rng, messages }, keyboard).run();
  keyboard.close();
  return EXIT.ok;
}

function peopleAt(players: number, { level, seat }: PlayFlags, rng: SeededRng): Seat[] {
  if (seat !== undefined && seat > players)
    throw new UsageError(`bad-seat (${seat}: this game has the seats 1 to ${players})`);
  if (level === 'none') return Array.from({ length: players }, (_, each) => each);
  return [seat === undefined ? rng.below(players) : seat - 1];
}
