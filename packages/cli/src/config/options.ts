import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Action } from '../shared/flags.ts';
import { systemErrorText, UsageError } from '../shared/output.ts';
import { DATABASE_SETTINGS, FILE_SETTING, FILE_SETTINGS, SERVER_SETTINGS, type Setting } from './settings.ts';
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

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
export async function readSettingsFile(path: string): Promise<readonly (readonly [string, string])[]> {
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
    const reason = systemErrorText(error);
    if (reason === null) throw error;
    throw new UsageError(`cannot read ${path}: ${reason}`);
  }
  throw new UsageError(`bad-settings-file (${path} has more than ${MOST} characters)`);
}
