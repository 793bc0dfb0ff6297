import { once } from 'node:events';
import { constants } from 'node:os';
import { BotApi } from '../bot/api.ts';
import { BotPlayer, type PlayerFlags, TournamentEntry } from '../bot/bot-player.ts';
import { Engine } from '../bot/engine.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { note } from '../shared/output.ts';

export interface BotFlags extends Omit<PlayerFlags, 'entry'> {
  readonly server: string;
  readonly token?: string;
  readonly engine: string;
  /** The tournament to enter. The bot then plays nothing else. */
  readonly tournament?: string;
  readonly verbose?: boolean;
}

/** What a process that is ended by a signal exits with, by convention. */
const SIGNALLED = 128;

/** `tablier bot`: plays at the tables of a server with a UGI engine, until it is stopped or its tournament is over. */
export async function bot(flags: BotFlags): Promise<number> {
  const { server, token, engine: command, verbose } = flags;
  if (token === undefined) throw new UsageError('no-token (set --token or the variable TABLIER_TOKEN)');
  const api = new BotApi(server, token);
  const engine = await Engine.start(command, verbose === true ? note : undefined);
  try {
    const entry = flags.tournament === undefined ? null : new TournamentEntry(api, flags.tournament);
    return await Promise.race([play(api, engine, { ...flags, entry }), signalled('SIGINT'), signalled('SIGTERM')]);
  } finally {
    api.close();
    await engine.stop();
  }
}

async function play(api: BotApi, engine: Engine, flags: PlayerFlags): Promise<number> {
  await flags.entry?.look();
  await new BotPlayer(api, engine, flags).play();
  return EXIT.ok;
}

async function signalled(signal: 'SIGINT' | 'SIGTERM'): Promise<number> {
  await once(process, signal);
  return SIGNALLED + constants.signals[signal];
}
