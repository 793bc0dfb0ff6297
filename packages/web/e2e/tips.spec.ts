import { expect } from '@playwright/test';
import { appoint, expectSound, newMember } from './members.ts';
import { test } from './fixtures.ts';

test('members improve an article, no one loses what they wrote, and a moderator removes a reported version', async ({
  browser,
}) => {
  const ada = await newMember(browser, 'Ada', { width: 1440, height: 900 }, '/nasca');
  const article = ({ page }: typeof ada) => page.getByRole('region', { name: 'Tips and strategy' });
  const edit = async (who: typeof ada, text: string) => {
    await article(who).getByRole('button', { name: 'Edit' }).click();
    await article(who).getByRole('textbox').fill(text);
  };
  const save = (who: typeof ada) => article(who).getByRole('button', { name: 'Save this version' }).click();
  // The server of these tests keeps its data, so it may have an article already.
  await expect(article(ada)).toBeVisible();
  const bob = await newMember(browser, 'Bob', { width: 360, height: 640 }, '/nasca');
  const key = Date.now().toString(36);
  await edit(bob, `## Mine\n- from Bob ${key}`);
  await edit(ada, `## Corners\n- walls ${key}\nThe [end](https://example.com)`);
  await save(ada);
  await expect(article(ada).getByRole('status')).toHaveText('Saved. The earlier version is in the history.');
  await expect(article(ada).getByRole('heading', { name: 'Corners' })).toBeVisible();
  await expect(
    article(ada)
      .getByRole('listitem')
      .filter({ hasText: `walls ${key}` })
      .first(),
  ).toBeVisible();
  // Nothing becomes a link.
  await expect(article(ada).getByText('[end](https://example.com)').first()).toBeVisible();

  await save(bob);
  await expect(article(bob).getByRole('alert')).toContainText('Nothing of yours is lost');
  await expect(article(bob).getByRole('textbox')).toHaveValue(`## Mine\n- from Bob ${key}`);
  await expect(article(bob).locator('del').first()).toBeVisible();
  await expectSound({ ...bob, complaints: bob.complaints.filter((line) => !line.includes('409')) });
  // It survives a reload, too.
  await bob.page.reload();
  await article(bob).getByRole('button', { name: 'Edit' }).click();
  await expect(article(bob).getByRole('textbox')).toHaveValue(`## Mine\n- from Bob ${key}`);
  await save(bob);
  await expect(article(bob).getByRole('heading', { name: 'Mine' })).toBeVisible();

  await ada.page.reload();
  await article(ada).getByText('History of this article').click();
  const versions = article(ada).locator('ol > li');
  await expect(versions.first()).toContainText('Version by Bob');
  await versions.first().getByText('What changed').click();
  await expect(versions.first().locator('del').first()).toBeVisible();
  await versions.first().getByText('Report this version').click();
  await versions.first().getByRole('button', { name: 'Send the report' }).click();
  await expect(versions.first().getByRole('status')).toContainText('has been sent');
  await expectSound(ada);

  const mona = await newMember(browser, 'Mona', { width: 360, height: 640 }, null);
  appoint(mona.username);
  await mona.page.goto('/moderation');
  const report = mona.page.getByRole('listitem').filter({ hasText: bob.username }).first();
  await report.getByText('Evidence and decision').click();
  await expect(report.getByText(`- from Bob ${key}`)).toBeVisible();
  await report.getByRole('radio', { name: 'Removal of the text' }).check();
  await report.getByLabel('What the person reads').fill('Not a tip.');
  await expectSound(mona);
  await report.getByRole('button', { name: 'Decide' }).click();
  await expect(mona.page.getByText('The report is closed.')).toBeVisible();

  await ada.page.reload();
  await expect(article(ada).getByRole('heading', { name: 'Corners' })).toBeVisible();
  await article(ada).getByText('History of this article').click();
  await expect(versions.first()).toContainText('A moderator removed this version.');
  // Going back to what was written first.
  await versions.last().getByRole('button', { name: 'Restore this version' }).click();
  await expect(article(ada).getByRole('status')).toHaveText('Saved. The earlier version is in the history.');
  await expect(article(ada).getByRole('heading', { name: 'Corners' })).toBeHidden();
});
