import type { ShownSheet } from '@gantry/contract';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { MEGABYTE, mustFindSeen } from './storage.service.ts';
import type { ReadSheets } from './storage.sheets.thread.ts';

/** A workbook that needs more memory or time than this is not shown. */
const sheetsThread = openThread<{ bytes: Uint8Array }, ReadSheets>(new URL('./storage.sheets.thread.ts', import.meta.url), {
  maxOldGenerationSizeMb: 512,
});
const SHEETS_MS = 15_000;
/** A workbook is read whole, and a larger one not at all; of separated values the beginning is enough. */
const MOST_BYTES = { workbook: 32 * MEGABYTE, text: 4 * MEGABYTE };
const LINE_END = 10;

/** Tables of a file, as far as they are shown. */
export async function readSheetsOf(context: Context, id: number): Promise<{ sheets: ShownSheet[]; cut: boolean }> {
  const { bytes: size, file_key: key } = await context.read((db) => mustFindSeen(context, db, id));
  if ((await context.files.size(key)) === null) fail('storage.not_found');
  const part = (bytes: number) => buffer(context.files.open(key, { from: 0, to: Math.min(bytes, size) - 1 }));
  const isZip = size > 1 && (await part(2)).toString('latin1') === 'PK';
  if (isZip && size > MOST_BYTES.workbook) fail('storage.preview_too_large', { megabytes: MOST_BYTES.workbook / MEGABYTE });
  const most = isZip ? MOST_BYTES.workbook : MOST_BYTES.text;
  const bytes = size ? await part(most) : Buffer.alloc(0);
  const cut = size > most;
  // Of a text that goes on, the last line is torn.
  const whole = cut ? bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1) : bytes;
  const read = await sheetsThread.run({ bytes: whole }, { signal: AbortSignal.timeout(SHEETS_MS) }).catch((): ReadSheets => null);
  return read ? { sheets: read.sheets, cut: cut || read.more } : fail('storage.preview_unreadable');
}
