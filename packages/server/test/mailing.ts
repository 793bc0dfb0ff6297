import { writeFileSync } from 'node:fs';
import { freePort } from '@tablier/testkit';
import { serveForPage } from './for-a-page.ts';
import { MailServer } from './notifications/mail-server.ts';

/** A server that sends mail, with its mail server: the file `TABLIER_TEST_MAILS` holds the texts of all mails, as JSON. */
const file = process.env['TABLIER_TEST_MAILS'] ?? '';
const received = await MailServer.start();
setInterval(() => writeFileSync(file, JSON.stringify(received.received.map(({ text }) => text))), 100).unref();
const port = await freePort();
const mail = { url: received.url, from: 'Tablier <tablier@club.example>' };
const more = { port, origin: `http://localhost:${port}`, mail };
await serveForPage({ paces: { jobs: 200 } }, { more, onEnd: () => received.close() });
