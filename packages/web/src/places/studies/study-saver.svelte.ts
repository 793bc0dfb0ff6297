import { writeChapter } from '@tablier/core';
import type { AnswerOf, Operations } from '@tablier/protocol/operations';
import { call, type Refusal } from '../../lib/connection/server-request.ts';
import type { KeptState } from '../../review/study/words.ts';
import { type LocalStudy, newStudyId, writeStudy } from '../../review/study/study-db.ts';
import { time } from '../../lib/time.svelte.ts';
import type { StudyContent } from './study-session.svelte.ts';

export type RemoteStudy = AnswerOf<Operations['GET /api/studies/{study}']>;

/**
 * The answer of the server: a study, `missing` if it has none with this id, `removed` if the operator removed it,
 * `unknown` if it did not answer.
 */
export type RemoteAnswer = RemoteStudy | 'missing' | 'removed' | 'unknown';

/**
 * What to show of a study that the browser and the server may have.
 * `keep`: that of the browser, sent to the account if it was changed. `take`: that of the account. `read`: that of another person.
 * `split`: both were changed; that of the browser becomes a study of its own, and that of the account is shown.
 */
type Reconciled =
  | { readonly kind: 'keep'; readonly study: LocalStudy }
  | { readonly kind: 'take' | 'read'; readonly study: RemoteStudy }
  | { readonly kind: 'split'; readonly study: RemoteStudy; readonly own: LocalStudy }
  | { readonly kind: 'missing' | 'removed' | 'unknown' };

/** Nothing is lost: if both were changed, both stay. */
export function reconcile(local: LocalStudy | null, remote: RemoteAnswer): Reconciled {
  if (local === null) {
    if (typeof remote === 'string') return { kind: remote };
    return { kind: remote.isOwn ? 'take' : 'read', study: remote };
  }
  if (remote === 'unknown' || remote === 'removed') return { kind: 'keep', study: local };
  // Deleted on another device, or never sent: it is added again with the next change.
  if (remote === 'missing') return { kind: 'keep', study: { ...local, revision: 0 } };
  // Another account uses this browser now.
  if (!remote.isOwn) return { kind: 'keep', study: local };
  if (remote.revision === local.revision) return { kind: 'keep', study: local };
  if (!local.isChanged || isSame(local, remote)) return { kind: 'take', study: remote };
  return { kind: 'split', study: remote, own: local };
}

/** Whether the account has received what the browser has: an answer may have been lost. */
const isSame = (local: LocalStudy, remote: RemoteStudy): boolean =>
  JSON.stringify([local.title, local.chapters]) === JSON.stringify([remote.title, remote.chapters]);

export async function fetchStudy(id: string): Promise<RemoteAnswer> {
  const answer = await call('GET /api/studies/{study}', { params: { study: id } });
  if ('value' in answer) return answer.value;
  if (answer.error === 'study-removed') return 'removed';
  return answer.status === 404 ? 'missing' : 'unknown';
}

/** Sends a study to the account. Returns its new revision, or why it was refused. */
async function sendStudy({ id, title, chapters, revision }: LocalStudy): Promise<number | Refusal> {
  const body = { title, chapters, base: revision };
  const answer = await call('PUT /api/studies/{study}', { params: { study: id }, body });
  return 'value' in answer ? answer.value.revision : answer;
}

/**
 * A change is stored in the browser after the first time without another change, and sent to the account after the
 * second. Milliseconds.
 */
const STORE_MS = 400;
const SEND_MS = 2500;

interface SaverDeps {
  readonly isMember: () => boolean;
  /** The title of a study that was changed elsewhere, too. */
  readonly copyTitle: (title: string) => string;
  readonly write?: (study: LocalStudy) => Promise<unknown>;
  readonly send?: typeof sendStudy;
  readonly fetch?: typeof fetchStudy;
}

/** Saves the changes of a study: in this browser, and for members in their account. */
export class StudySaver {
  state: KeptState = $state('device');
  /** The study with the changes of this browser, after `split`. */
  splitId: string | null = $state(null);
  #study: LocalStudy;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: ReturnType<typeof setTimeout> | undefined;
  /** Runs writes and requests one after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  readonly #deps: Required<SaverDeps>;

  constructor(study: LocalStudy, deps: SaverDeps) {
    this.#study = study;
    this.#deps = { write: writeStudy, send: sendStudy, fetch: fetchStudy, ...deps };
    this.state = study.revision > 0 && !study.isChanged ? 'account' : 'device';
    if (study.isChanged && deps.isMember()) this.#sendSoon();
  }

  changed({ title, chapters }: StudyContent): void {
    if (this.state === 'split') return;
    this.#study = {
      ...this.#study,
      title,
      chapters: chapters.map(writeChapter),
      isChanged: true,
      changedAt: time.now,
    };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), STORE_MS);
    if (this.#deps.isMember()) this.#sendSoon();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#inTurn(() => this.#store());
  }

  /** Stores unsaved changes, and sends nothing more. */
  close(): void {
    clearTimeout(this.#sending);
    if (this.#study.isChanged) void this.flush();
  }

  send(): Promise<void> {
    clearTimeout(this.#sending);
    return this.#inTurn(() => this.#send());
  }

  #sendSoon(ms = SEND_MS): void {
    if (this.state !== 'unsaved') this.state = 'waiting';
    clearTimeout(this.#sending);
    this.#sending = setTimeout(() => void this.send(), ms);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #store(): Promise<void> {
    try {
      await this.#deps.write($state.snapshot(this.#study) as LocalStudy);
      if (this.state === 'unsaved') this.state = 'device';
    } catch {
      if (this.state !== 'account') this.state = 'unsaved';
    }
  }

  async #send(): Promise<void> {
    const sent = this.#study;
    if (!sent.isChanged || !this.#deps.isMember()) return;
    const answer = await this.#deps.send(sent);
    if (typeof answer === 'number') return this.#sent(sent, answer);
    if (answer.error === 'study-changed' || answer.error === 'not-found') return this.#resolve();
    if (answer.error === 'too-many') return this.#sendSoon(answer.retryMs);
    if (answer.error === 'studies-full') this.state = 'full';
    else if (answer.error === 'no-account' || answer.error === 'no-session') this.state = 'device';
    else if (answer.status !== undefined && answer.status < 500) this.state = 'refused';
  }

  async #sent(sent: LocalStudy, revision: number): Promise<void> {
    const isChanged = this.#study !== sent;
    this.#study = { ...this.#study, revision, isChanged };
    this.state = 'account';
    if (isChanged) this.#sendSoon();
    await this.#store();
  }

  /** The account has another revision: the changes of this browser become a study of their own. */
  async #resolve(): Promise<void> {
    const found = reconcile(this.#study, await this.#deps.fetch(this.#study.id));
    if (found.kind === 'split') {
      const { copy } = await splitOf(found, this.#deps);
      this.splitId = copy.id;
      this.state = 'split';
    } else if (found.kind === 'take') await this.#sent(this.#study, found.study.revision);
    else if (found.kind === 'keep' && found.study.revision !== this.#study.revision) {
      this.#study = found.study;
      this.#sendSoon();
    } else this.state = 'device';
  }
}

type Split = Extract<Reconciled, { kind: 'split' }>;

/** Stores both: the study of the account under its id, and that of the browser under a new one. */
export async function splitOf(
  { own, study }: Split,
  { write = writeStudy, copyTitle }: Pick<SaverDeps, 'write' | 'copyTitle'>,
): Promise<{ readonly copy: LocalStudy; readonly taken: LocalStudy }> {
  const copy = { ...own, id: newStudyId(), title: copyTitle(own.title), revision: 0, isChanged: true };
  await write(copy);
  const taken = localOf(study);
  await write(taken);
  return { copy, taken };
}

/** A study of the account as the browser stores it. */
export const localOf = ({ id, title, chapters, revision, updatedAt }: Split['study']): LocalStudy => ({
  id,
  title,
  chapters,
  revision,
  isChanged: false,
  changedAt: updatedAt,
});
