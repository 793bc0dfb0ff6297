import { accountSettings } from '@tablier/protocol';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/errors.ts';
import { tooMany, unavailable } from '../http/request.ts';
import type { AccountServices } from './account-services.ts';
import { authenticate } from './authenticate.ts';

/** The maximum size of settings, in bytes of JSON. Those of this version have less than 200. */
const MAX_SETTINGS = 2048;

/**
 * The settings that follow an account: `GET` and `PUT /api/me/settings`. The last write wins. Guests keep their settings in their
 * browser.
 */
export function addSettingsApi(
  app: FastifyInstance,
  { repository, people, settingsWrites }: Pick<AccountServices, 'repository' | 'people' | 'settingsWrites'>,
): void {
  app.get('/api/me/settings', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    return caller === null ? reply : { settings: await repository.settingsOf(caller.person.id) };
  });

  app.put('/api/me/settings', { bodyLimit: MAX_SETTINGS }, async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const settings = accountSettings.safeParse(request.body);
    if (!settings.success) {
      return refuse(reply, 422, { name: 'bad-settings', detail: settings.error.issues[0]?.path.join('.') ?? '' });
    }
    const { id } = caller.person;
    const retryMs = settingsWrites.take(id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const saved = await repository.saveSettings({ account: id, session: caller.session }, settings.data);
    if (saved.ok) return reply.send({ settings: settings.data });
    if (saved.error === 'unavailable') return unavailable(reply);
    return saved.error === 'guest'
      ? refuse(reply, 403, { name: 'no-account' })
      : refuse(reply, 401, { name: 'no-session' });
  });
}
