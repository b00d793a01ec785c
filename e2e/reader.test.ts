/** By ear: what a screen reader says is enough to open, find a task, change its duration, link it, calculate, take back. */

import { api } from '@gantry/contract';
import { expect, test } from 'vitest';
import { newPerson } from './browser.ts';
import { signIn } from './caller.ts';
import { browser, product } from './opened.ts';
import { DEMO } from './product.ts';
import { listen } from './accessibility/reader.ts';

test('a plan is changed by ear and keyboard', async () => {
  const { page } = await newPerson(browser, product.url);
  const reader = await listen(page);
  const { keyboard } = page;
  const stated = async (text: string | RegExp): Promise<void> => {
    await expect.poll(async () => (await reader.spoken()).join('\n')).toMatch(text);
  };
  const there = async (role: string, name: string): Promise<void> => {
    await expect.poll(() => reader.names(role)).toContain(name);
  };

  await page.goto('/');
  await there('heading', 'Sign in to Gantry');
  await reader.tabTo('textbox', 'Login or email');
  await keyboard.type(DEMO.login);
  await reader.tabTo('textbox', 'Password');
  await keyboard.type(DEMO.password);
  await keyboard.press('Enter');
  await there('heading', 'Choose a space');
  // Not the buttons beside it, which say its name too.
  await reader.tabTo('button', /^Demo.*member/);
  await keyboard.press('Enter');

  await there('treegrid', 'Structure');
  await reader.tabTo('link', 'To the content');
  await keyboard.press('Enter');
  await tabInto('treegrid', 'Structure');
  await reader.pressUntil('ArrowDown', 'Working version');
  await keyboard.press('Enter');

  await there('treegrid', 'Rows of the schedule');
  await there('columnheader', 'Days');
  await tabInto('treegrid', 'Rows of the schedule');
  await keyboard.press('Home');
  await keyboard.press('ArrowRight');
  const task = await reader.pressUntil('ArrowDown', 'Detailed design');
  expect(task.role).toBe('gridcell');
  const days = (await reader.names('columnheader')).indexOf('Days');
  for (let column = 1; column < days; column += 1) await keyboard.press('ArrowRight');
  expect((await reader.focus()).name).toBe('30');
  await keyboard.press('Enter');
  await expect.poll(async () => (await reader.focus()).role).toBe('textbox');
  expect((await reader.focus()).name).toBe('Days');
  await keyboard.type('soon');
  await keyboard.press('Enter');
  await stated('Enter a duration such as 5d or 4h');
  await keyboard.press('Escape');
  await keyboard.type('41');
  await keyboard.press('Enter');
  await keyboard.press('ArrowUp');
  await expect.poll(async () => (await reader.focus()).name).toBe('41');

  for (let column = 1; column < days; column += 1) await keyboard.press('ArrowLeft');
  await reader.pressUntil('ArrowDown', 'Façade panels');
  await keyboard.press('Shift+ArrowDown');
  await stated('2 selected');
  await keyboard.press('Control+F2');
  await stated('Relation added');

  await keyboard.press('F9');
  await stated(/Calculat/);
  await there('button', 'Calculated');
  await keyboard.press('Control+Z');
  await stated(/Undone: /);

  const demo = await signIn(product.url);
  const caller = demo.inSpace((await demo.call(api.users.spaces)).spaces[0].id);
  const [version] = (await caller.call(api.eps.tree)).versions;
  const { items } = await caller.call(api.wbs.list, { params: { id: version.id } });
  expect(items.find(({ name }) => name === 'Detailed design')?.duration_minutes).toBe(41 * 480);

  async function tabInto(role: string, name: string): Promise<void> {
    for (let stop = 0; stop < 45; stop += 1) {
      const inside = await page.evaluate(
        (wanted) =>
          document.activeElement?.getAttribute('role') === wanted.role && document.activeElement.getAttribute('aria-label') === wanted.name,
        { role, name },
      );
      if (inside) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${role} ${name}`);
  }
});
