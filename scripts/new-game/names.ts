import { failure, type Result, success } from '@tablier/core';
import ts from 'typescript';

/** Why no game was written. `detail` is the game, the file or the place. */
export interface NewGameError {
  readonly name: 'bad-name' | 'name-taken' | 'place-not-found';
  readonly detail: string;
}

/** The name of a game in all its forms. */
export interface Names {
  /** `four-winds`: the id, in folders, records and on the command line. */
  readonly id: string;
  /** `fourWinds` */
  readonly identifier: string;
  /** `FourWinds` */
  readonly type: string;
  /** `Four Winds`: a placeholder for the proper name. */
  readonly title: string;
  /** `four_winds`: in the keys of messages. */
  readonly key: string;
  /** `F`: the letter of its rules. */
  readonly letter: string;
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Parses an untrusted name. */
export function parseName(id: string): Result<Names, NewGameError> {
  if (!NAME.test(id)) {
    const detail = `${JSON.stringify(id)}: lower-case letters, digits and single hyphens, a letter first`;
    return failure({ name: 'bad-name', detail });
  }
  const words = id.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const type = words.join('');
  const identifier = type.charAt(0).toLowerCase() + type.slice(1);
  if (isKeyword(identifier))
    return failure({ name: 'bad-name', detail: `"${id}": ${identifier} is a word of TypeScript` });
  const letter = type.charAt(0);
  return success({ id, identifier, type, title: words.join(' '), key: id.replaceAll('-', '_'), letter });
}

function isKeyword(word: string): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, word);
  return scanner.scan() !== ts.SyntaxKind.Identifier;
}

/** Renames the game in a text of the template, which is a game called `new-game`. */
export function rename(text: string, names: Names): string {
  return text
    .replaceAll('New Game', names.title)
    .replaceAll('NewGame', names.type)
    .replaceAll('newGame', names.identifier)
    .replaceAll('new_game', names.key)
    .replaceAll('new-game', names.id)
    .replaceAll(/\bN(?=\d+\b)/g, names.letter);
}
