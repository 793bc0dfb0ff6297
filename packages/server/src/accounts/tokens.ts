import type { ServerContext } from '../lib/context.ts';
import { timingSafeEqual } from 'node:crypto';
import { type NewToken, type OwnToken, TOKEN_SCOPES, type TokenScope } from '@tablier/protocol';
import { type SessionRef, startOfDay, type Token, type TokenRepository } from '@tablier/store';
import { inBackground } from '../lib/tasks.ts';
import { sha256 } from '../lib/chance.ts';
import { ladderMarks, type Person } from './people.ts';

export interface TokenCaller {
  readonly person: Person;
  readonly token: string;
  readonly scopes: ReadonlySet<TokenScope>;
}

export const MILLISECONDS_PER_DAY = 86_400_000;

/** A prefix that secret scanners can recognise, then the id and the secret. */
const FORM = /^tbl_([\w-]{22})([0-9a-f]{64})$/;

interface TokensDeps extends Pick<ServerContext, 'log' | 'now' | 'chance'> {
  readonly tokens: TokenRepository;
}

/** Creates tokens, and finds the person for whom a program acts. Only the hash of a secret is stored. */
export class Tokens {
  readonly #deps: TokensDeps;
  readonly #noting = new Set<string>();

  constructor(deps: TokensDeps) {
    this.#deps = deps;
  }

  async create(by: SessionRef, { label, scopes, days }: NewToken, most: number) {
    const { tokens, chance, now } = this.#deps;
    const [id, secret, createdAt] = [chance.id(), chance.secret(), now()];
    const expiresAt = days === null ? null : createdAt + days * MILLISECONDS_PER_DAY;
    const token = { id, label, scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)), createdAt, expiresAt };
    const created = await tokens.create(by, { ...token, secretHash: sha256(secret) }, most);
    return created.ok
      ? { ok: true as const, value: { token: ownTokenOf({ ...token, usedOn: null }), secret: `tbl_${id}${secret}` } }
      : created;
  }

  async of(account: string): Promise<readonly OwnToken[]> {
    return (await this.#deps.tokens.of(account)).map(ownTokenOf);
  }

  async find(text: string): Promise<TokenCaller | null> {
    const [, id, secret] = FORM.exec(text) ?? [];
    if (id === undefined || secret === undefined) return null;
    const { tokens, now } = this.#deps;
    const found = await tokens.find(id);
    if (found === null || found.isGuest || isExpired(found, now())) return null;
    if (!timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(found.secretHash))) return null;
    inBackground(this.#noteUse(found), this.#deps.log, 'use of a token not stored');
    const scopes = new Set(ownTokenOf(found).scopes);
    const person = {
      id: found.account,
      name: found.name,
      guest: false,
      ...(scopes.has('bot') && { program: true as const }),
      ...ladderMarks(found.isProgram),
    };
    return { person, token: id, scopes };
  }

  async isValid(token: string): Promise<boolean> {
    const { tokens, now } = this.#deps;
    const found = await tokens.find(token);
    return found !== null && !found.isGuest && !isExpired(found, now());
  }

  /** Stores once a day that a token is used. The request does not wait for it. If it fails, the next request tries again. */
  async #noteUse({ id, usedOn }: Token): Promise<void> {
    const { tokens, now } = this.#deps;
    const at = now();
    if ((usedOn ?? 0) >= startOfDay(at) || this.#noting.has(id)) return;
    this.#noting.add(id);
    await tokens.noteUse(id, at).finally(() => this.#noting.delete(id));
  }
}

const isExpired = ({ expiresAt }: Token, now: number): boolean => expiresAt !== null && expiresAt <= now;

/** A scope that this version does not know allows nothing. */
const ownTokenOf = ({ id, label, scopes, createdAt, expiresAt, usedOn }: Token): OwnToken => ({
  id,
  label,
  scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
  createdAt,
  expiresAt,
  usedOn,
});
