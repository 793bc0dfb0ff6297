import type { OwnContact, OwnRelations, PersonAt, RelationName, Reported, ReportReasonName } from '@tablier/protocol';
import { askServer, type Refusal } from '../../lib/connection/server-request.ts';

/** `null`, or why it failed. */
export type Outcome = Refusal | null;

const sent = async (method: string, path: string, body?: unknown): Promise<Outcome> => {
  const answer = await askServer(method, path, body);
  return 'error' in answer ? answer : null;
};

/** The server of this page made it, so its form is not checked. */
export const ownRelations = async (): Promise<{ readonly value: OwnRelations } | Refusal> =>
  (await askServer('GET', '/api/me/relations')) as { readonly value: OwnRelations } | Refusal;

export const addRelation = (kind: RelationName, person: PersonAt): Promise<Outcome> =>
  sent('POST', '/api/me/relations', { kind, person });

export const removeRelation = (id: string): Promise<Outcome> => sent('DELETE', `/api/me/relations/${id}`);

export const saveContact = (contact: OwnContact): Promise<Outcome> => sent('PUT', '/api/me/contact', contact);

export const readWarnings = (): Promise<Outcome> => sent('DELETE', '/api/me/warnings');

export const report = (person: Reported, reason: ReportReasonName, text: string): Promise<Outcome> =>
  sent('POST', '/api/reports', { person, reason, text });
