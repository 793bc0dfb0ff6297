import { afterEach, describe, expect, it } from 'vitest';
import { type BrowserParts, closeBrowser, openBrowser } from '../browser.ts';

async function settingsIn(parts: BrowserParts) {
  const browser = openBrowser(parts);
  const { settings } = await import('../../src/lib/settings.svelte.ts');
  return { settings, ...browser };
}

afterEach(closeBrowser);

describe('the settings', () => {
  it('follow the browser until the user chooses', async () => {
    const { settings, root, storage } = await settingsIn({ languages: ['fr-CA', 'en'] });
    expect(settings).toMatchObject({ language: 'fr', theme: 'system', turnsBoard: false, chat: true });
    expect([root.lang, root.dataset['theme'], storage.size]).toEqual(['fr', undefined, 0]);
  });

  it('are stored and applied to the root element', async () => {
    const { settings, root, storage } = await settingsIn({});
    settings.set({ theme: 'dark', boards: 'light', turnsBoard: true });
    settings.set({ chat: false });
    settings.set({ coordinates: false, sound: false, view: '3d', warnings: true, coach: true, guide: false });
    settings.set({ premoves: false, botPremoves: true });
    expect([root.dataset['theme'], root.dataset['boards']]).toEqual(['dark', 'light']);
    const stored: unknown = JSON.parse(storage.get('tablier.settings') ?? '');
    const chosen = {
      theme: 'dark',
      boards: 'light',
      turnsBoard: true,
      chat: false,
      coordinates: false,
      sound: false,
      view: '3d',
      warnings: true,
      coach: true,
      guide: false,
      premoves: false,
      botPremoves: true,
    };
    expect(stored).toEqual({ language: 'en', ...chosen });
    const again = await settingsIn({ stored: { 'tablier.settings': stored } });
    expect(again.settings).toMatchObject(chosen);
    again.settings.set({ theme: 'system' });
    expect(again.root.dataset['theme']).toBeUndefined();
  });

  it.each([
    ['no JSON', '{'],
    ['another type', '7'],
    [
      'unknown values',
      '{"language":"xx","theme":"pink","boards":"pine","turnsBoard":"yes","chat":1,"view":"4d","coach":"yes"}',
    ],
  ])('fall back to their defaults: %s', async (_, text) => {
    const { settings } = await settingsIn({ stored: { 'tablier.settings': text } });
    expect(settings).toMatchObject({
      language: 'en',
      theme: 'system',
      boards: 'natural',
      turnsBoard: false,
      view: '2d',
      coach: false,
      guide: true,
    });
    expect(settings.chat).toBe(true);
  });

  it('show high contrast if the system asks for it and no boards were chosen', async () => {
    const { settings, root } = await settingsIn({ wantsContrast: true });
    expect([settings.boards, root.dataset['boards']]).toEqual(['natural', 'contrast']);
    settings.set({ boards: 'dark' });
    expect(root.dataset['boards']).toBe('dark');
  });

  it('last until the page is closed if the browser forbids storage', async () => {
    const { settings, root } = await settingsIn({ forbidsStorage: true });
    settings.set({ theme: 'light' });
    expect([settings.theme, root.dataset['theme']]).toEqual(['light', 'light']);
  });

  it('change the language once its messages are loaded; of two choices the last one counts', async () => {
    const { settings, root } = await settingsIn({});
    const { m } = await import('../../src/paraglide/messages.js');
    await settings.setLanguage('en');
    // The messages of the first choice arrive after those of the second, which are loaded already.
    await Promise.all([settings.setLanguage('fr'), settings.setLanguage('en')]);
    expect([settings.language, m.language_tag()]).toEqual(['en', 'en']);
    await settings.setLanguage('fr');
    expect([settings.language, root.lang, m.language_tag()]).toEqual(['fr', 'fr', 'fr']);
    // Later test files may share the module of the messages.
    await settings.setLanguage('en');
  });
});
