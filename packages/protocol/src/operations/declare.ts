import type { Access, Declaration } from './operation.ts';

type Tag = NonNullable<Declaration['tag']>;

/** Declares an operation for the page alone, by who may call it. */
const forPage =
  <A extends Access>(access: A) =>
  <const D extends object>(declared: D) =>
    ({ access, ...declared }) as const;
export const visitor = forPage('visitor');
export const session = forPage('session');
export const member = forPage('member');

/** Declares one that programs may call, too: its chapter and its name in their document come first. */
const forPrograms =
  <A extends Access>(access: A) =>
  <const D extends object>(tag: Tag, id: string, declared: D) =>
    ({ access, tag, id, ...declared }) as const;
export const anyone = forPrograms('anyone');
export const read = forPrograms('read');
export const play = forPrograms('play');
