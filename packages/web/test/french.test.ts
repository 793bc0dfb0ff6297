import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['web/messages', 'web/src', 'games/src', 'server/src', 'cli/src'].map((folder) =>
  join(PACKAGES, folder),
);
/** One word for one thing, in all texts: what is not to be used, and what is instead. Those of a game are the words of its box. */
const TERMS: readonly (readonly [RegExp, string])[] = [
  [/exploitant/i, 'administrateur'],
  [/nom d’utilisateur/i, 'identifiant'],
  [/\brobots?\b/i, 'ordinateur'],
  [/\bfinie?s?\b/i, 'terminé'],
  [/reprises? d[eu] coup|coups? repris/i, 'annuler'],
  [/en voir plus|afficher la suite/i, 'Afficher plus'],
  [/hors jeu/i, 'éliminé'],
  [/dernière rangée|rangée d’arrivée/i, 'ligne gagnante'],
  [/extrémités?/i, 'bout'],
  [/\bzones?\b/i, 'aire'],
  [/\bbarres?\b/i, 'pièce'],
  [/chances de (?:gain|gagner)/i, 'chances de victoire'],
  [/\bmarch(?:e|é|era)\b/i, 'fonctionner'],
];
/** A name may begin with a vowel, before which these words would lose theirs. */
const ELIDED =
  /(?<!\p{L})(?:de|que|le|la) \{(?:absent|by|game|games|host|name|names|other|owner|player|rival|seat|who)\}/u;
const SPACED = /[^\u00a0\d] ?[:;?!](?:\s|$)|«(?!\u00a0)|(?<!\u00a0)»/;

/** The texts in a message file, without what chooses between them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    ['declarations', 'selectors', '$schema'].includes(key) ? [] : textsIn(each),
  );
}

const isFrench = (name: string): boolean => /(?:^|\.)fr\.(?:json|md|ts|txt)$/.test(name);
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && isFrench(entry.name) ? [join(entry.parentPath, entry.name)] : [],
  ),
);

/** All French texts with the file where each is; of a page of rules the lines without what is notation. */
const texts = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  const found = file.endsWith('.json')
    ? textsIn(JSON.parse(source))
    : source.split('\n').map((line) => line.replaceAll(/`[^`]*`/g, '`'));
  return found.map((text) => ({ file: relative(PACKAGES, file), text }));
});

/** The texts with a fault, as they are shown if a test fails. */
const faulty = (fault: RegExp, isChecked = (_: string): boolean => true): string[] =>
  texts
    .filter(({ file, text }) => isChecked(file) && fault.test(text.replaceAll('{zone}', '{}')))
    .map(({ file, text }) => `${file}: ${text}`);

describe('the French texts', () => {
  it('are found', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(texts.length).toBeGreaterThan(1500);
    expect(texts.some(({ file }) => file.startsWith('server/'))).toBe(true);
  });

  it.each(TERMS)('have no %s, but “%s”', (term) => expect(faulty(term)).toEqual([]));
  it('never elide a word before a name', () => expect(faulty(ELIDED)).toEqual([]));

  it('have one kind of no-break space, wherever French has one', () => {
    expect(faulty(/\u202f/)).toEqual([]);
    expect(faulty(SPACED, (file) => !file.endsWith('.ts'))).toEqual([]);
  });

  it('are given their colon by a text: markup has that of English', () => {
    const web = join(PACKAGES, 'web', 'src');
    const markup = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svelte'));
    const faults = markup.flatMap((name) => {
      const lines = readFileSync(join(web, name), 'utf8').split('\n');
      return lines
        .filter((line) => /\}: ?(?:\{[a-z]|<\/)/.test(line) && !line.includes('style='))
        .map((line) => `${name}: ${line}`);
    });
    expect(markup.length).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });

  it.each([
    ['Le salon ne vous oppose plus à {name}.', false],
    ['Vous voyez ce que {name} écrit.', true],
    ['Avance de {who}', true],
    ['une aire de {points} points', false],
  ])('an elision is found: %s', (text, isFault) => expect(ELIDED.test(text)).toBe(isFault));

  it.each([
    ['Quoi\u00a0? «\u00a0Oui\u00a0»\u00a0: 10:30.', false],
    ['Quoi ?', true],
    ['Quoi?', true],
    ['Quoi\u202f?', true],
    ['« Oui »', true],
  ])('a wrong space is found: %s', (text, isFault) => expect(SPACED.test(text)).toBe(isFault));
});
