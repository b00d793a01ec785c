/** Files that a browser saves in one file of journeys, in a folder that is removed after it. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';

export const folderOfFiles = mkdtempSync(join(tmpdir(), 'gantry-downloads-'));
afterAll(() => rmSync(folderOfFiles, { recursive: true, force: true }));

/** Saves the file that an act of the page brings, and answers where. */
export async function fileOf(page: Page, name: string, act: () => Promise<void>): Promise<string> {
  const saved = page.waitForEvent('download');
  await act();
  const file = join(folderOfFiles, name);
  await (await saved).saveAs(file);
  return file;
}

/** The texts of a PDF as they lie on its pages. */
export const textOfPdf = (file: string): string => execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
