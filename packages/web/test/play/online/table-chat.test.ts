import type { ChatLine, TableView } from '@tablier/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { type BrowserParts, closeBrowser, openBrowser } from '../../browser.ts';

async function chatIn(parts: BrowserParts, table = 'table') {
  const { storage } = openBrowser(parts);
  const { TableChatState } = await import('../../../src/play/online/table-chat.svelte.ts');
  const { settings } = await import('../../../src/lib/settings.svelte.ts');
  return { chat: new TableChatState(table), settings, storage };
}

const line = (n: number, seat: number | null): ChatLine => ({ n, at: 0, name: 'Ada', seat, text: 'Hello' });
/** Seat 0 wrote the first and third line; a spectator wrote two. */
const LINES = { players: [line(1, 0), line(2, 1), line(3, 0)], spectators: [line(1, null), line(2, null)] };
const as = (you: number | null): TableView => ({ you }) as TableView;

afterEach(closeBrowser);

describe('the chat of a table', () => {
  it('counts the unread lines of others in the room of the user', async () => {
    const { chat } = await chatIn({});
    expect([
      chat.unread(LINES, as(0)).length,
      chat.unread(LINES, as(1)).length,
      chat.unread(LINES, as(null)).length,
    ]).toEqual([1, 2, 2]);
    chat.open = true;
    expect(chat.unread(LINES, as(1)).length).toBe(0);
  });

  it('counts nothing while chat is hidden in the settings', async () => {
    const { chat, settings } = await chatIn({});
    settings.set({ chat: false });
    expect(chat.unread(LINES, as(1)).length).toBe(0);
    chat.open = true;
    chat.markRead(LINES, as(1));
    settings.set({ chat: true });
    chat.open = false;
    expect(chat.unread(LINES, as(1)).length).toBe(2);
  });

  it('remembers what was read on this device, for each table', async () => {
    const { chat, storage } = await chatIn({});
    chat.open = true;
    chat.markRead(LINES, as(1));
    chat.open = false;
    expect(chat.unread(LINES, as(1)).length).toBe(0);
    expect(chat.unread({ ...LINES, players: [...LINES.players, line(4, 0)] }, as(1)).length).toBe(1);
    const stored = Object.fromEntries(storage);
    expect((await chatIn({ stored })).chat.unread(LINES, as(1)).length).toBe(0);
    expect((await chatIn({ stored }, 'another')).chat.unread(LINES, as(1)).length).toBe(2);
  });

  it('does not mark lines as read while it is closed', async () => {
    const { chat, storage } = await chatIn({});
    chat.markRead(LINES, as(1));
    expect([chat.unread(LINES, as(1)).length, storage.size]).toEqual([2, 0]);
  });

  it('stores the newest fifty tables', async () => {
    openBrowser();
    const { readUpTo, rememberRead } = await import('../../../src/play/online/table-chat.svelte.ts');
    for (let table = 0; table <= 50; table++) rememberRead(`table ${table}`, 7);
    expect([readUpTo('table 0'), readUpTo('table 1'), readUpTo('table 50')]).toEqual([0, 7, 7]);
  });
});
