import { errorCode } from '../../../../platform/errors.ts';
import { Refused } from '../../../../platform/fail.ts';
import type { Rest } from '../../../../platform/jobs/rest.ts';
import { refuseUnreadable } from '../backups.manifest.rules.ts';
import type { Objects } from '../backups.objects.service.ts';

/** What an object holds at most, before it is packed. */
export const PIECE_BYTES = 8 * 1024 * 1024;

/** What a disk lacks, in MB. */
export const noRoom = (needed: number, free: number): Refused =>
  new Refused('backup.no_space', { needed: Math.ceil(needed / 1e6), free: Math.max(0, Math.floor(free / 1e6)) });

/** Keeps a content as an object; refused where it could not be read again, or has no room. */
export async function store(objects: Objects, content: Buffer): Promise<{ id: string; written: number }> {
  refuseUnreadable(content.length);
  try {
    return await objects.put(content);
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') throw noRoom(content.length, 0);
    throw error;
  }
}

/** Stores contents one after another, each while the next one is made. */
export function storesOneBehind({ objects, rest }: { objects: Objects; rest: Rest }) {
  let storing: Promise<void> = Promise.resolve();
  const end = (): Promise<void> => storing;
  return {
    end,
    async put(content: Buffer, pieces: string[]): Promise<void> {
      await end();
      storing = rest.beside(store(objects, content).then(({ id }) => void pieces.push(id)));
      // The next `put` or `end` throws the error; without a handler until then Node would end the process.
      storing.catch(() => undefined);
    },
  };
}
