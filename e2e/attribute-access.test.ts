/** What a role may do with an attribute: set by keyboard in the matrix, and felt at once by somebody who has the schedule open. */

import { api } from '@gantry/contract';
import { expect, test } from 'vitest';
import { newAccount } from './accounts.ts';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson } from './browser.ts';
import { signIn } from './caller.ts';
import { keyboardHands } from './hands.ts';
import { browser, product } from './opened.ts';
import { signInOnPage } from './visit.ts';

test('a hidden attribute leaves the open schedule of whoever may not see it, and comes back with the right', async () => {
  const demo = (await signIn(product.url)).inSpace(1);
  const vera = await newAccount(product.url, 'vera');
  const planner = (await demo.call(api.roles.list)).roles.find(({ code }) => code === 'planner') as { id: number };
  await demo.call(api.spaces.invite, { params: { id: 1 }, body: { login: 'vera', role_id: planner.id } });
  const { versions } = await demo.call(api.eps.tree);
  const [version] = versions;
  const { id } = await demo.call(api.attributeValues.create, { params: { id: version.id }, body: { name: 'Margin', type: 'string' } });
  const { items } = await demo.call(api.wbs.list, { params: { id: version.id } });
  const task = items.find((item) => item['type'] === 'task') as { id: number };
  await demo.call(api.wbs.update, {
    params: { id: version.id, wbsId: task.id },
    body: { attributes: { [id]: 'seven and a half' } },
  });

  const hers = await newPerson(browser, product.url);
  await signInOnPage(hers.page, vera);
  await hers.page.goto(`/1/schedule/${version.id}`);
  await hers.page.getByRole('treegrid', { name: 'Rows of the schedule' }).waitFor({ state: 'attached' });
  const offered = async (): Promise<number> => {
    await hers.page.getByRole('button', { name: 'Columns and layouts' }).click();
    await hers.page.getByRole('checkbox', { name: 'Finish', exact: true }).waitFor();
    const count = await hers.page.getByRole('checkbox', { name: 'Margin' }).count();
    await hers.page.keyboard.press('Escape');
    await hers.page.getByRole('checkbox', { name: 'Finish', exact: true }).waitFor({ state: 'detached' });
    return count;
  };
  await expect.poll(offered).toBe(1);

  const owner = await newPerson(browser, product.url);
  const { page } = owner;
  await signInOnPage(page);
  await page.goto('/1/attributes');
  await page.getByText('Construction schedule', { exact: true }).first().click();
  await page.getByText('Access', { exact: true }).click();
  const cell = page.getByRole('button', { name: /^Margin, Planner: / });
  const { use } = keyboardHands(page);
  await cell.focus();
  await page.keyboard.press('1');
  await page.getByRole('button', { name: /^Margin, Planner: Hidden/ }).waitFor();
  await expectNoBarriers(page);
  await use(page.getByRole('button', { name: 'Save 1 change' }));
  await page.getByRole('button', { name: 'Save 1 change' }).waitFor({ state: 'detached' });
  await expect.poll(offered).toBe(0);
  const seen = JSON.stringify(await vera.inSpace(1).call(api.wbs.get, { params: { id: version.id, wbsId: task.id } }));
  expect(seen).not.toContain('seven and a half');

  await cell.focus();
  await page.keyboard.press('Delete');
  await use(page.getByRole('button', { name: 'Save 1 change' }));
  await expect.poll(offered).toBe(1);
  expect([...owner.complaints, ...hers.complaints]).toEqual([]);
});
