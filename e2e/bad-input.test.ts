/** Files that are no schedule: a clear sentence in the person's language, and nothing comes in. */

import { api } from '@gantry/contract';
import { beforeAll, expect, test } from 'vitest';
import { newPerson } from './browser.ts';
import { type Caller, signIn } from './caller.ts';
import { browser, product } from './opened.ts';
import { madeFile } from './schedule-file.ts';
import { signInOnPage, startUpload, type Upload, UPLOAD_WORDS } from './visit.ts';

let caller: Caller;
let spaceId = 0;

beforeAll(async () => {
  const demo = await signIn(product.url);
  spaceId = (await demo.call(api.users.spaces)).spaces[0].id;
  caller = demo.inSpace(spaceId);
});

const versions = async (): Promise<string[]> => (await caller.call(api.eps.tree)).versions.map(({ name }) => name);
const named = (name: string, buffer: Buffer): Upload => ({ name, mimeType: 'application/octet-stream', buffer });
const whole = madeFile('whole.xer', 40).buffer;
const cutBefore = (mark: string): Buffer => whole.subarray(0, whole.indexOf(mark));

const NOTHING = { en: /nothing was imported/i, ru: /ничего не загружено/i };

const FILES: Upload[] = [
  named('zip-called.xer', Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\u0000'), Buffer.alloc(4000, 7)])),
  named('zeros.xer', Buffer.alloc(5000)),
  named('letter.xer', Buffer.from('Dear planner, please find attached what you asked for.\n'.repeat(40))),
  named('empty.xer', Buffer.alloc(0)),
  named('cut-before-the-project.xer', cutBefore('%R\t1\tMADE')),
];

test.each(['en', 'ru'] as const)(
  'a zip, zeros, a letter, nothing at all and a torn head, all called .xer, to a person who reads %s',
  async (language) => {
    const before = await versions();
    const { page, context, complaints } = await newPerson(browser, product.url, { locale: language });
    const words = UPLOAD_WORDS[language];
    await signInOnPage(page);
    for (const file of FILES) {
      await page.goto(`/${spaceId}`);
      const dialog = await startUpload(page, 'Construction schedule', file, words);
      await dialog.or(page.getByRole('alert')).getByText(NOTHING[language]).first().waitFor();
      expect(await dialog.getByRole('button', { name: words.open }).count()).toBe(0);
    }
    expect(await versions()).toEqual(before);
    // A refusal is answered with 4xx, which Chromium notes on the console.
    expect(complaints.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
    await context.close();
  },
);

test('a file cut off among its tasks says so before anybody opens it', async () => {
  const { page, context } = await newPerson(browser, product.url, { locale: 'ru-RU' });
  await signInOnPage(page);
  await page.goto(`/${spaceId}`);
  const dialog = await startUpload(page, 'Construction schedule', named('half.xer', cutBefore('%R\t120')), UPLOAD_WORDS.ru);
  await dialog.getByRole('button', { name: /ошибка/ }).click();
  const stated = page.getByRole('cell', { name: /Файл обрывается раньше конца/ });
  await expect.poll(() => stated.count()).toBe(1);
  await context.close();
});
