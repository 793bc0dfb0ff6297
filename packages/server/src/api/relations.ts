import { RELATIONS } from '@tablier/protocol/operations';
import { relationError, type Relations } from '../relations/relations.ts';
import { implement, type Operation } from './operation.ts';

export const relationOperations = (relations: Relations): readonly Operation[] =>
  implement(RELATIONS, {
    'GET /api/v1/me/relations': ({ caller }) => relations.own(caller.person.id),
    'POST /api/v1/me/relations': async ({ caller, body, refuse }) => {
      const added = await relations.add(caller.person, body.kind, body.person);
      return added.ok ? { id: added.value } : refuse(relationError(added.error));
    },
    'DELETE /api/v1/me/relations/{id}': async ({ caller, params, refuse }) =>
      (await relations.remove(caller.person.id, params.id)) ? {} : refuse({ name: 'unavailable' }),
    'POST /api/v1/reports': async ({ caller, body, refuse }) => {
      const done = await relations.report(caller.person.id, body);
      return done.ok ? {} : refuse(relationError(done.error));
    },
    'PUT /api/me/contact': async ({ caller, body, refuse }) =>
      (await relations.saveContact(caller.person.id, body)) ? null : refuse({ name: 'unavailable' }),
    'DELETE /api/me/warnings': async ({ caller, refuse }) =>
      (await relations.readWarnings(caller.person.id)) ? null : refuse({ name: 'unavailable' }),
  });
