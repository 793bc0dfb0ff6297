import type { ModerationEvidence, ModerationList, NewDecision } from '@tablier/protocol';
import { askServer, type Refusal } from '../../lib/connection/server-request.ts';

export type Status = 'open' | 'closed';

const PAGE = 20;

/** The server of this page made the answers, so their form is not checked. */
export async function listReports(status: Status, before: string | null): Promise<ModerationList | Refusal> {
  const from = before === null ? '' : `&before=${before}`;
  const answer = await askServer('GET', `/api/moderation/reports?status=${status}&limit=${PAGE}${from}`);
  return 'error' in answer ? answer : (answer.value as ModerationList);
}

export async function readEvidence(id: string): Promise<ModerationEvidence | Refusal> {
  const answer = await askServer('GET', `/api/moderation/reports/${id}`);
  return 'error' in answer ? answer : (answer.value as ModerationEvidence);
}

export async function decide(id: string, decision: NewDecision): Promise<Refusal | null> {
  const answer = await askServer('POST', `/api/moderation/reports/${id}`, decision);
  return 'error' in answer ? answer : null;
}
