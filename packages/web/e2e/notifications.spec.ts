import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, newContext } from './helpers.ts';

async function accountPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  expect((await page.request.post('/api/guests', { data: { name: 'Tove' } })).status()).toBe(201);
  await page.addInitScript(() => localStorage.setItem('tablier.known', 'yes'));
  await page.goto('/account');
  return page;
}

test('what is sent and when not is chosen on the account page and kept', async ({ browser, baseURL }) => {
  const context = await newContext(browser, {
    baseURL: baseURL ?? '',
    viewport: { width: 360, height: 640 },
    timezoneId: 'Europe/Paris',
  });
  const page = await accountPage(context);
  const complaints = listen(page);
  await page.getByRole('button', { name: 'Profile and alerts' }).click();
  const section = page.getByRole('region', { name: 'Notifications' });
  await section.getByLabel('Your game is over, Browser').uncheck();
  await section.getByLabel('Send nothing at night').check();
  await section.getByLabel('From').fill('23:15');
  await expect(section.getByText('Time zone: Europe/Paris')).toBeVisible();
  await section.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(section.getByText('Saved.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.reload();
  await expect(section.getByLabel('Your game is over, Browser')).not.toBeChecked();
  await expect(section.getByLabel('Your game has begun, Browser')).toBeChecked();
  await expect(section.getByLabel('From')).toHaveValue('23:15');
  await expect(section.getByLabel('Until')).toHaveValue('08:00');
  const state = (await (await page.request.get('/api/me/notifications')).json()) as { settings: object };
  expect(state.settings).toEqual({
    language: 'en',
    zone: 'Europe/Paris',
    push: ['turn', 'began', 'invitation'],
    mail: ['over', 'began', 'turn', 'invitation'],
    quiet: { from: '23:15', until: '08:00' },
  });
  expect(complaints).toEqual([]);
  await context.close();
});

test('a push is shown with the tag of its table, and not while the table is in front', async ({ browser, baseURL }) => {
  const origin = (baseURL ?? '').replace('127.0.0.1', 'localhost');
  const context = await newContext(browser, { baseURL: origin, serviceWorkers: 'allow' });
  await context.grantPermissions(['notifications'], { origin });
  const page = await accountPage(context);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const session = await context.newCDPSession(page);
  const ids: string[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(...registrations.map(({ registrationId }) => registrationId)),
  );
  await session.send('ServiceWorker.enable');
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  const push = (title: string, path: string) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: `${origin}/`,
      registrationId: ids[0] ?? '',
      data: JSON.stringify({ title, body: 'With Ada.', tag: `table ${path}`, path, language: 'en' }),
    });
  // The headless browser has no place for notifications: what the service worker asks it to show is noted instead.
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no service worker');
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; shown: string[] };
    scope.shown = [];
    scope.registration.showNotification = (title, { body, tag, lang, data } = {}) => {
      scope.shown.push(`${title} | ${body} | ${tag} | ${lang} | ${String(data)}`);
      return Promise.resolve();
    };
  });
  const shown = () => worker.evaluate(() => (self as unknown as { shown: string[] }).shown);
  const table = `/t/${'a'.repeat(22)}`;
  await push('Isaac: your game has begun', table);
  const first = `Isaac: your game has begun | With Ada. | table ${table} | en | ${table}`;
  await expect.poll(shown).toEqual([first]);
  // This page is in front.
  await push('Nothing new', '/account');
  // Not a message of this server, and then one: messages are handled in order.
  await push('Elsewhere', '//example.com/x');
  const other = `/t/${'b'.repeat(22)}`;
  await push('Nasca: it is your turn', other);
  await expect.poll(shown).toEqual([first, `Nasca: it is your turn | With Ada. | table ${other} | en | ${other}`]);
  await context.close();
});
