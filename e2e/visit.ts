/** What a person does on the way to a schedule: signs in, finds a place in the structure, uploads a file. */

import type { Locator, Page } from 'playwright-core';
import { DEMO } from './product.ts';

/** Signs in on the page and stands on the choice of spaces. */
export async function signInOnPage(page: Page, who: { login: string; password: string } = DEMO): Promise<void> {
  await page.goto('/auth/login');
  await page.locator('input[autocomplete=username]').fill(who.login);
  await page.locator('input[autocomplete=current-password]').fill(who.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/auth/select-space');
}

export function structureRow(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

/** A file as the browser hands it over: a path, or a name with its bytes. */
export type Upload = string | { name: string; mimeType: string; buffer: Buffer };

/** Opens the upload of a version, chooses a file and starts; the dialog stays open and shows the progress. */
export async function startUpload(page: Page, scheduleName: string, file: Upload, words = UPLOAD_WORDS.en): Promise<Locator> {
  await structureRow(page, scheduleName).first().click();
  await page.getByRole('button', { name: words.create, exact: true }).click();
  await page.getByRole('menuitem', { name: words.upload }).click();
  const dialog = page.getByRole('dialog', { name: words.upload });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: words.start, exact: true }).click();
  return dialog;
}

/** The words of the upload in the languages that the journeys speak. */
export const UPLOAD_WORDS = {
  en: { create: 'Create', upload: 'Version upload', start: 'Upload', open: 'Open version' },
  ru: { create: 'Создать', upload: 'Загрузка версии', start: 'Загрузить', open: 'Открыть версию' },
};
