import { newRelation, newReport, ownRelations } from '@tablier/protocol';
import * as z from 'zod/mini';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { relationError, type Relations } from '../relations/relations.ts';
import { type AnyOperation, operation } from './operation.ts';

interface RelationDeps {
  readonly relations: Relations;
  /** Lists, by person. */
  readonly lookups: RateLimiter;
  /** Reports, by address. */
  readonly reports: RateLimiter;
}

const relationId = z.object({ id: z.string().check(z.describe('The id of the relation.')) });
const nothing = z.object({});

/** Following, blocking, muting and reporting. Challenges are tables with a chair for a username (`openTable`). */
export const relationOperations = (deps: RelationDeps): readonly AnyOperation[] => [
  listOperation(deps),
  ...changeOperations(deps),
  reportOperation(deps),
];

const listOperation = ({ relations, lookups }: RelationDeps): AnyOperation =>
  operation({
    id: 'listRelations',
    method: 'GET',
    path: '/me/relations',
    tag: 'own',
    summary:
      'Whom the caller follows, with who is here and where they play, blocks and mutes, and who may challenge them',
    access: 'read',
    answer: ownRelations,
    run: async ({ caller, refuse }) => {
      if (caller === null) return refuse({ name: 'no-token' });
      const retryMs = lookups.take(caller.person.id);
      return retryMs > 0 ? refuse({ name: 'too-many', retryMs }) : relations.own(caller.person.id);
    },
  });

const changeOperations = ({ relations }: RelationDeps): readonly AnyOperation[] => [
  operation({
    id: 'addRelation',
    method: 'POST',
    path: '/me/relations',
    tag: 'own',
    summary: 'Follow, block or mute a person',
    description:
      'Members are followed by username. Someone else can be blocked or muted by their seat, or by what they said.',
    access: 'play',
    body: newRelation,
    answer: relationId,
    errors: ['no-account', 'unknown-person', 'yourself', 'relations-full'],
    run: async ({ caller, body, refuse }) => {
      if (caller === null) return refuse({ name: 'no-token' });
      const added = await relations.add(caller.person, body.kind, body.person);
      return added.ok ? { id: added.value } : refuse(relationError(added.error));
    },
  }),
  operation({
    id: 'removeRelation',
    method: 'DELETE',
    path: '/me/relations/{id}',
    tag: 'own',
    summary: 'End following, blocking or muting a person',
    access: 'play',
    params: relationId,
    answer: nothing,
    run: async ({ caller, params, refuse }) => {
      if (caller === null) return refuse({ name: 'no-token' });
      return (await relations.remove(caller.person.id, params.id)) ? {} : refuse({ name: 'unavailable' });
    },
  }),
];

const reportOperation = ({ relations, reports }: RelationDeps): AnyOperation =>
  operation({
    id: 'report',
    method: 'POST',
    path: '/reports',
    tag: 'own',
    summary: 'Report a person to the operator of the server, with the game attached',
    access: 'play',
    body: newReport,
    answer: nothing,
    errors: ['unknown-person', 'yourself', 'reports-full', 'bad-report'],
    run: async ({ caller, body, request, refuse }) => {
      if (caller === null) return refuse({ name: 'no-token' });
      const retryMs = reports.take(request.ip);
      if (retryMs > 0) return refuse({ name: 'too-many', retryMs });
      const done = await relations.report(caller.person.id, body);
      return done.ok ? {} : refuse(relationError(done.error));
    },
  });
