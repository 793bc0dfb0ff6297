import type { AnswerOf, Operations } from '@tablier/protocol/operations';
import type { LocalStudy } from '../../review/study/study-db.ts';

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
export type Reconciled =
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
