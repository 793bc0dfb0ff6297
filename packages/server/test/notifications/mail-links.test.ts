import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { ServerKey } from '../../src/accounts/signatures.ts';
import { systemChance } from '../../src/lib/context.ts';
import { type MailLink, createMailLinks } from '../../src/notifications/mail-links.ts';
import { AT, storeOfFile } from '../a-store.ts';

const home = storeOfFile();
const LINK: MailLink = { purpose: 'stop', account: 'Zjf_P3kq-0aXb81LmnOpQr', address: 'ada@club.example', until: null };
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('a link shows nothing of its content, and no other text is accepted for it', async () => {
  const links = createMailLinks(new ServerKey(home.store, systemChance, 'mail'), () => AT);
  const text = await links.write(LINK);
  expect(await links.read(text, 'stop')).toEqual(LINK);
  expect(await links.read(text, 'confirm')).toBeNull();
  expect(Buffer.from(text, 'base64url').toString('latin1')).not.toMatch(/Zjf_|ada|stop/);
  // The last character has bits that decoding ignores.
  const ends = [...CHARACTERS].map((end) => text.slice(0, -1) + end).filter((other) => other !== text);
  for (const other of [`${text}x`, `${text}.x`, `${text}=`, `${text} `, text.slice(0, -1), text.slice(1), '', ...ends])
    expect(await links.read(other, 'stop'), other).toBeNull();
});

test('a link of an earlier version, signed and not encrypted, stays valid exactly as it was written', async () => {
  const key = new ServerKey(home.store, systemChance, 'mail');
  const links = createMailLinks(key, () => AT);
  const content = Buffer.from(JSON.stringify(LINK)).toString('base64url');
  const signature = createHmac('sha256', await key.get())
    .update(content)
    .digest('base64url');
  expect(await links.read(`${content}.${signature}`, 'stop')).toEqual(LINK);
  for (const other of [
    `${content}.${signature}.x`,
    `${content}.${signature}=`,
    `${content}=.${signature}`,
    `${content}.`,
  ])
    expect(await links.read(other, 'stop'), other).toBeNull();
});
