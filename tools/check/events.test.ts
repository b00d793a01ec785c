/** Each event of the contract is sent by the server, and heard by a page or by callers of the API alone, for the reason that stands here. */

import { EVENTS } from '@gantry/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Sources below a folder, without tests. */
function sourceOf(folder: string): string {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const own = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\//.test(file));
  return own.map((file) => readFileSync(join(ROOT, folder, file), 'utf8')).join('\n');
}

const names = Object.keys(EVENTS);

/** What a page hears instead of an event. */
const INSTEAD: Record<string, string> = {
  session_ended: 'the channel itself, which closes',
  wbs_attribute_updated: 'version_edit, with the values',
  space_delete_progress: 'job',
  space_demo_progress: 'job',
  batch_import: 'job',
  batch_export: 'job',
  batch_calculate: 'job',
  batch_stop: 'job',
  estimate_processing: 'estimate_upload, which ends it',
  compliance_import_success: 'the answer to the call',
  project_import: 'job',
  project_export: 'job',
  document_download: 'the answer to the call',
  attribute_replaced: 'version_edit',
};

test('each event is sent', () => {
  const server = sourceOf('apps/server/src');
  expect(names.filter((name) => !server.includes(`'${name}'`))).toEqual([]);
});

test('each event is heard by a page, or another one instead', () => {
  const page = sourceOf('apps/web/src');
  const unheard = names.filter((name) => !page.includes(`'${name}'`) && !new RegExp(`\\b${name}:`).test(page));
  expect(unheard.toSorted()).toEqual(Object.keys(INSTEAD).toSorted());
});
