/** Reports that come by mail: set up at a node, sent at once, read outside, ended by a link of the letter. */

import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { mailTo, newAccount } from './accounts.ts';
import { newPerson } from './browser.ts';
import { makeVersion, signIn } from './caller.ts';
import { browser, folder, product } from './opened.ts';
import { signInOnPage } from './visit.ts';

/** The built-in role of who reads alone. */
const VIEWER = 7;
const CLIENT = 'client@builder.example';

let spaceId: number;
let scheduleId: number;

beforeAll(async () => {
  const { member, ...place } = await makeVersion(await signIn(product.url), 3);
  spaceId = place.spaceId;
  const { nodes } = await member.call(api.eps.tree, {});
  scheduleId = nodes.find(({ kind }) => kind === 'schedule')?.id ?? 0;
  await newAccount(product.url, 'boris');
  await member.call(api.spaces.invite, { params: { id: spaceId }, body: { login: 'boris', role_id: VIEWER } });
});

/** Fills the dialog that is open: a colleague and an address outside, once a week. */
async function haveItCome(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('combobox', { name: 'Recipients' }).click();
  await page.getByRole('option', { name: 'Boris Tester' }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('combobox', { name: 'Addresses without an account' }).fill(CLIENT);
  await page.keyboard.press('Enter');
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Have it come by mail' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a form and the narrative go to a colleague and to an address outside, who ends one of them', async () => {
  const { page, complaints, context } = await newPerson(browser, product.url);
  await signInOnPage(page);
  await page.goto(`/${spaceId}/admin`);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const allowed = page.getByRole('switch', { name: 'Reports to addresses without an account' });
  await allowed.click();
  await expect.poll(() => allowed.isChecked()).toBe(true);

  await page.goto(`/${spaceId}/reports/${scheduleId}`);
  await page
    .getByRole('row', { name: /Weekly report/ })
    .getByRole('button', { name: 'Have it come by mail' })
    .click();
  await haveItCome(page, 'By mail: Weekly report');
  await page.getByRole('button', { name: 'Narrative by mail…' }).click();
  await haveItCome(page, 'By mail: Narrative');

  const list = page.getByRole('table', { name: 'By mail' });
  for (const report of ['Weekly report', 'Narrative']) {
    await list
      .getByRole('row', { name: new RegExp(report) })
      .getByRole('button', { name: 'Send now' })
      .click();
    const history = page.getByRole('dialog', { name: `Sent: ${report}` });
    await expect.poll(() => history.getByText('Sent', { exact: true }).count(), { timeout: 60_000 }).toBe(2);
    await history
      .getByRole('cell', { name: /client@builder\.example/ })
      .getByText('no account')
      .waitFor();
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
  }

  const [form, narrative] = mailTo(folder.dataDir, CLIENT);
  expect(mailTo(folder.dataDir, 'boris@gantry.example')).toHaveLength(2);
  for (const { attachments } of [form, narrative])
    expect(attachments).toMatchObject([{ name: expect.stringMatching(/\.pdf$/), bytes: expect.any(Buffer) }]);
  expect(form.attachments[0].bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(narrative.text).toContain('Works in all: 3');

  const reader = await newPerson(browser, product.url);
  await reader.page.goto(/\/auth\/unsubscribe#token=\S+/.exec(form.text)?.[0] ?? '');
  await reader.page.getByRole('heading', { name: 'End this report by mail?' }).waitFor();
  await expectNoBarriers(reader.page);
  await reader.page.getByRole('button', { name: 'End this report' }).click();
  await reader.page.getByRole('heading', { name: 'This report will no longer come to you' }).waitFor();

  const ended = list.getByRole('row', { name: /Weekly report/ });
  await ended.getByText(`ended it: ${CLIENT}`).waitFor();
  expect(await list.getByText('ended it').count()).toBe(1);
  await ended.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('status').getByText('The report is on its way to 1 recipient').waitFor();
  expect([...complaints, ...reader.complaints]).toEqual([]);
  await Promise.all([context.close(), reader.context.close()]);
});
