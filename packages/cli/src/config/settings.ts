import { type Command, InvalidArgumentError, Option } from 'commander';
import type { LogLevel } from '@tablier/server';
import { type Action, wholeNumber } from '../shared/flags.ts';
import { cannotRead, UsageError } from '../shared/output.ts';
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

/** A setting of the server: `--help`, checks and `docs/configuration.md` follow from it. */
export interface Setting {
  /** The flag with its argument: `--port <n>`. */
  readonly flag: string;
  /** The environment variable, and the name in a settings file. */
  readonly variable: string;
  readonly description: string;
  readonly preset?: string | number;
  /** The behaviour without a value, in words, if there is no default value. */
  readonly absent?: string;
  /** Reads a value. Throws an `InvalidArgumentError` that says what is allowed. Left out: any text. */
  readonly parse?: (text: string) => string | number;
}

const port = wholeNumber(0, 65_535);
const LOG_LEVELS: readonly LogLevel[] = ['info', 'warn', 'error'];

export const DATABASE_SETTINGS: readonly Setting[] = [
  {
    flag: '--data <dir>',
    variable: 'TABLIER_DATA',
    description: 'the folder of the SQLite database, its lock and the heartbeat file',
    preset: '.data',
  },
  {
    flag: '--database <url>',
    variable: 'DATABASE_URL',
    description: 'a PostgreSQL to use instead: postgres://user:password@host/name',
    absent: 'SQLite in the data folder',
  },
];

export const SERVER_SETTINGS: readonly Setting[] = [
  {
    flag: '--broker <url>',
    variable: 'TABLIER_BROKER',
    description:
      'a NATS server that passes notices between the servers on one PostgreSQL: nats://user:password@host:4222',
    absent: 'PostgreSQL passes them',
  },
  { flag: '--port <n>', variable: 'PORT', description: 'the port; 0 for a free one', preset: 3000, parse: port },
  {
    flag: '--host <name>',
    variable: 'HOST',
    description: 'the interface to listen on; "::" is every interface, IPv6 and IPv4',
    preset: '127.0.0.1',
  },
  {
    flag: '--origin <url>',
    variable: 'TABLIER_ORIGIN',
    description: 'the public address, such as https://club.example: requests to other names are refused',
    absent: 'any name, or only names of this machine on a loopback interface without a proxy',
    parse: origin,
  },
  {
    flag: '--trust-proxy <addresses>',
    variable: 'TABLIER_TRUST_PROXY',
    description:
      'trusted proxies, whose X-Forwarded-* headers are honoured: "loopback", addresses, networks, separated by commas',
    absent: 'none',
  },
  {
    flag: '--metrics-port <n>',
    variable: 'TABLIER_METRICS_PORT',
    description: 'a port for GET /metrics',
    absent: 'not served',
    parse: port,
  },
  {
    flag: '--metrics-host <name>',
    variable: 'TABLIER_METRICS_HOST',
    description: 'the interface of the metrics',
    preset: '127.0.0.1',
  },
  {
    flag: '--max-connections <n>',
    variable: 'TABLIER_MAX_CONNECTIONS',
    description: 'open connections of the server, HTTP and WebSocket together',
    absent: 'what the limit of open files allows',
    parse: wholeNumber(1),
  },
  {
    flag: '--max-connections-per-address <n>',
    variable: 'TABLIER_MAX_CONNECTIONS_PER_ADDRESS',
    description: 'open connections of one address; more for a school or club behind one address',
    preset: 100,
    parse: wholeNumber(1),
  },
  {
    flag: '--smtp-url <url>',
    variable: 'TABLIER_SMTP_URL',
    description: 'the mail server: smtp://user:password@host:587 or smtps://host:465; needs --origin and --mail-from',
    absent: 'no mail is sent',
    parse: smtpUrl,
  },
  {
    flag: '--mail-from <address>',
    variable: 'TABLIER_MAIL_FROM',
    description: 'the sender of mails, such as "Tablier <tablier@club.example>"',
    absent: 'no mail is sent',
  },
  {
    flag: '--game <file>',
    variable: 'TABLIER_GAME',
    description: 'a file of JavaScript that exports a game of your own as "game", which is served with the others',
    absent: 'none',
  },
  {
    flag: '--bot-threads <n>',
    variable: 'TABLIER_BOT_THREADS',
    description: 'threads in which bots search',
    absent: 'one less than the processors',
    parse: wholeNumber(1, 256),
  },
  {
    flag: '--log-level <level>',
    variable: 'TABLIER_LOG_LEVEL',
    description: `the least important lines of the log: ${LOG_LEVELS.join(', ')}; "info" has a line for each request of the API`,
    preset: 'info',
    parse: logLevel,
  },
];

/** The path of a settings file. It cannot be set in that file. */
export const FILE_SETTING: Setting = {
  flag: '--config <file>',
  variable: 'TABLIER_CONFIG',
  description: 'a file of settings, one NAME=value a line, with the names of the environment variables',
  absent: 'no file',
};

export const FILE_SETTINGS: readonly Setting[] = [...DATABASE_SETTINGS, ...SERVER_SETTINGS];

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return text;
  throw new InvalidArgumentError('It must be an origin, such as https://club.example.');
}

function logLevel(text: string): string {
  if (LOG_LEVELS.some((level) => level === text)) return text;
  throw new InvalidArgumentError(`It must be one of ${LOG_LEVELS.join(', ')}.`);
}

function smtpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '') return text;
  throw new InvalidArgumentError('It must be the address of a mail server, such as smtp://user:password@host:587.');
}

export const databaseCommand =
  (parent: Command) =>
  ([name, argument, meaning]: Usage, description: string, action: Action): Command => {
    const command = withDatabase(parent.command(name)).description(description).action(action);
    return argument === undefined ? command : command.argument(argument, meaning);
  };

type Usage = readonly [name: string, argument?: string, meaning?: string];

export function withDatabase(command: Command): Command {
  return addSettings(command, [FILE_SETTING, ...DATABASE_SETTINGS]).hook('preAction', (_, called) => applyFile(called));
}

export const withServer = (command: Command): Command => addSettings(command, SERVER_SETTINGS);

function addSettings(command: Command, settings: readonly Setting[]): Command {
  for (const setting of settings) command.addOption(optionOf(setting));
  return command;
}

/** An empty variable counts as none. */
function optionOf({ flag, variable, description, preset, absent, parse }: Setting): Option {
  const option = new Option(flag, absent === undefined ? description : `${description} (default: ${absent})`);
  if (preset !== undefined) option.default(preset);
  if (parse !== undefined) option.argParser(parse);
  return process.env[variable] === '' ? option : option.env(variable);
}

/** A flag and the environment win over the file. Every name and value in the file is checked, even those that the command does not use. */
async function applyFile(command: Command): Promise<void> {
  const path: unknown = command.getOptionValue('config');
  if (typeof path !== 'string') return;
  for (const [name, text] of await readSettingsFile(path)) {
    const setting = FILE_SETTINGS.find(({ variable }) => variable === name);
    if (setting === undefined) throw new UsageError(unknownName(path, name));
    const value = valueIn(path, setting, text);
    const key = command.options
      .find(({ envVar, long }) => envVar === name || flagOf(setting) === long)
      ?.attributeName();
    if (key === undefined || !['default', undefined].includes(command.getOptionValueSource(key))) continue;
    command.setOptionValueWithSource(key, value, 'config');
  }
}

function valueIn(path: string, { variable, parse }: Setting, text: string): string | number {
  try {
    return parse === undefined ? text : parse(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UsageError(`bad-setting (${variable}=${text} in ${path}: ${error.message})`);
  }
}

const flagOf = ({ flag }: Setting): string => flag.split(' ')[0] ?? '';

const unknownName = (path: string, name: string): string =>
  `unknown-setting (${name} in ${path}); there are: ${FILE_SETTINGS.map(({ variable }) => variable).join(', ')}`;

/** The longest file of settings, in characters. Such a file has a few lines. */
const MOST = 65_536;

/** Reads `NAME=value` lines, blank lines and `#` comments, as systemd and Docker do. Names with an empty value are left out. */
async function readSettingsFile(path: string): Promise<readonly (readonly [string, string])[]> {
  const text = await read(path);
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#.*|[A-Za-z_]\w*\s*=.*)?$/.test(line)) continue;
    throw new UsageError(`bad-settings-file (line ${index + 1} of ${path} is not NAME=value)`);
  }
  return Object.entries(parseEnv(text)).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
}

async function read(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.length <= MOST) return text.replaceAll('\r\n', '\n');
  } catch (error) {
    throw cannotRead(path, error);
  }
  throw new UsageError(`bad-settings-file (${path} has more than ${MOST} characters)`);
}
