import type { ShownContent } from '@gantry/contract';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { atMost } from '../../../platform/http/turns.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import type { ContentRead } from './storage.content.thread.ts';

/** A file that needs more memory or time than this is not shown. */
const contentThread = openThread<{ bytes: Uint8Array }, ContentRead>(new URL('./storage.content.thread.ts', import.meta.url), {
  maxOldGenerationSizeMb: 512,
});
/** How long a call waits for its turn, and how long its file is read then. */
const CONTENT_MS = 15_000;
/** What waits holds no file. */
const oneAfterAnother = atMost(1);
const MEGABYTE = 1024 * 1024;
/** An office file is read whole, and a larger one not at all; of separated values the beginning is enough. */
const MOST_BYTES = { office: 32 * MEGABYTE, text: 4 * MEGABYTE };
const LINE_END = 10;

/** Tables or text of a stored file, as far as they are shown. */
export async function readContent(
  context: Context,
  { bytes: size, file_key: key }: { bytes: number; file_key: string },
): Promise<ShownContent> {
  if ((await context.files.size(key)) === null) fail('storage.not_found');
  const part = (bytes: number) => buffer(context.files.open(key, { from: 0, to: Math.min(bytes, size) - 1 }));
  const isZip = size > 1 && (await part(2)).toString('latin1') === 'PK';
  if (isZip && size > MOST_BYTES.office) fail('storage.preview_too_large', { megabytes: MOST_BYTES.office / MEGABYTE });
  const most = isZip ? MOST_BYTES.office : MOST_BYTES.text;
  const cut = size > most;
  const ofThread = async (): Promise<ContentRead> => {
    const bytes = size ? await part(most) : Buffer.alloc(0);
    // Of a text that goes on, the last line is torn.
    const whole = cut ? bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1) : bytes;
    return contentThread.run({ bytes: whole }, { signal: AbortSignal.timeout(CONTENT_MS) }).catch((): ContentRead => null);
  };
  const waited = AbortSignal.timeout(CONTENT_MS);
  const read = await oneAfterAnother(ofThread, waited).catch((error: unknown): ContentRead => {
    if (error === waited.reason) return null;
    throw error;
  });
  return read ? { ...read, cut: cut || read.cut } : fail('storage.preview_unreadable');
}
