import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { games } from '@tablier/games';
import { describe, expect, it } from 'vitest';
import { requiredKeys } from '../src/message-keys.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
type Messages = ReadonlyMap<string, unknown>;

interface ProjectSettings {
  readonly baseLocale: string;
  readonly locales: readonly string[];
  readonly modules: readonly string[];
  readonly 'plugin.inlang.messageFormat': { readonly pathPattern: readonly string[] };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const settings = readJson('project.inlang/settings.json') as ProjectSettings;
const patterns = settings['plugin.inlang.messageFormat'].pathPattern;

/** The messages of a language, and the keys that stand in more than one file. */
function readLanguage(locale: string): { messages: Messages; twice: string[] } {
  const messages = new Map<string, unknown>();
  const twice: string[] = [];
  for (const pattern of patterns) {
    for (const [key, value] of Object.entries(readJson(pattern.replace('{locale}', locale)) as object)) {
      if (messages.has(key)) twice.push(key);
      messages.set(key, value);
    }
  }
  return { messages, twice };
}

/** The texts of a message: one, or one for each of its forms. */
function textsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message];
  const [{ match }] = message as [{ match: Readonly<Record<string, string>> }];
  return Object.values(match);
}

/** The parameters of a message, sorted. */
function parametersOf(message: unknown): string[] {
  const names = textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''));
  return [...new Set(names)].sort();
}

const base = readLanguage(settings.baseLocale).messages;

describe('the message catalogue', () => {
  it('is compiled by an installed plug-in, never by one from the network', () => {
    for (const module of settings.modules) expect(module).toMatch(/^\.\.\/\.\.\/node_modules\//);
  });

  it('reads every folder of messages that there is', () => {
    const folders = readdirSync(join(ROOT, 'messages'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const known = patterns.map((pattern) => /messages\/([\w-]+)\/\{/.exec(pattern)?.[1]);
    expect(known).toEqual(expect.arrayContaining(folders.map(({ name }) => name)));
  });

  it('has what the catalogue of games needs', () => {
    const missing = games.flatMap(requiredKeys).filter((key) => !base.has(key));
    expect(missing).toEqual([]);
  });

  it.each(settings.locales)('%s: has every key once and no other', (locale) => {
    const { messages, twice } = readLanguage(locale);
    expect(twice).toEqual([]);
    expect([...messages.keys()].filter((key) => !base.has(key))).toEqual([]);
    expect([...base.keys()].filter((key) => !messages.has(key))).toEqual([]);
  });

  it.each(settings.locales)('%s: every message takes the same parameters and says something', (locale) => {
    const faults = [...readLanguage(locale).messages].filter(
      ([key, message]) =>
        textsOf(message).some((text) => text.trim() === '') ||
        parametersOf(message).join() !== parametersOf(base.get(key)).join(),
    );
    expect(faults.map(([key]) => key)).toEqual([]);
  });

  it('fr: typographic apostrophes, and unbroken spaces before high punctuation', () => {
    const faults = [...readLanguage('fr').messages].filter(([, message]) =>
      textsOf(message).some((text) => /'|[^\u00a0\u202f\d] ?[:;?!](\s|$)/.test(text)),
    );
    expect(faults.map(([key]) => key)).toEqual([]);
  });
});
