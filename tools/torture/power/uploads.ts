import { api } from '@gantry/contract';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { openFolder } from '../../../apps/server/src/platform/files/files.folder.ts';
import type { Caller } from '../../../e2e/caller.ts';
import type { Disk } from './disk.ts';

/** A file whose storing was acknowledged. */
export type Uploaded = { id: number; sum: string };

const MOST_BYTES = 200_000;
const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Stores files at a schedule until it is stopped, and notes those that were acknowledged. */
export async function keepUploading(
  person: Caller,
  schedule: number,
  uploaded: Uploaded[],
  random: () => number,
  isOver: () => boolean,
): Promise<void> {
  const path = api.storage.upload.path.replace('{id}', String(schedule));
  for (let count = 1; !isOver(); count += 1) {
    const bytes = new Uint8Array(randomBytes(1 + Math.floor(random() * MOST_BYTES)));
    const body = new FormData();
    body.append('file', new Blob([bytes]), `file ${count}.bin`);
    try {
      const answer = await person.ask(path, { method: 'POST', body });
      if (answer.ok) {
        const { items } = api.storage.upload.output.parse(await answer.json());
        uploaded.push({ id: items[0].id, sum: sumOf(bytes) });
      }
    } catch {
      // No answer came: the file may be there or not.
    }
    await setTimeout(50 + random() * 100);
  }
}

/** Files that were acknowledged and are not there as they were sent. */
export async function missingFiles(person: Caller, uploaded: readonly Uploaded[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { id, sum } of uploaded) {
    const answer = await person.ask(api.storage.download.path.replace('{id}', String(id)));
    const found = sumOf(new Uint8Array(await answer.arrayBuffer()));
    if (answer.status !== 200 || found !== sum) missing.push(`file ${id}: ${answer.status}`);
  }
  return missing;
}

/** Cuts the power right after a file was saved by a name of its own, as backups save theirs, while nothing else flushes the disk. Answers what is gone. */
export async function lostNames(disk: Disk, times: number): Promise<string[]> {
  const files = openFolder(join(disk.place, 'names'));
  const lost: string[] = [];
  for (let time = 1; time <= times; time += 1) {
    const bytes = randomBytes(1000);
    const { key } = await files.save(Readable.from([bytes]), randomUUID());
    disk.cut();
    await disk.mountAgain();
    if ((await files.size(key)) !== bytes.length) lost.push(`time ${time}: ${key}`);
  }
  return lost;
}
