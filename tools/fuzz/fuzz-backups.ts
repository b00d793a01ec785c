/**
 * Mutated files of backups: `npm run fuzz:backups -- 50000 500 1`, so many with bytes changed on their way, so many forged by somebody who
 * holds key and code, and a seed. Prints what came of them; ends with 1 where one was taken, crashed, or left a row where none belongs.
 */

import { createPrivateKey, generateKeyPairSync, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  fileOfBackup,
  makeRecovery,
  openFile,
  takeObjects,
} from '../../apps/server/src/features/operations/backups/backups.file.service.ts';
import type { Manifest } from '../../apps/server/src/features/operations/backups/backups.manifest.rules.ts';
import { newKey, openObjects, publicKeysOf, signed } from '../../apps/server/src/features/operations/backups/backups.objects.service.ts';
import { readManifest } from '../../apps/server/src/features/operations/backups/backups.read.service.ts';
import type { BackupStore } from '../../apps/server/src/platform/files/backup-store.ts';
import type { Files } from '../../apps/server/src/platform/files/files.ts';
import { mutatedBytes } from './fuzz-bytes.ts';
import { fuzzForgeries } from './fuzz-forgeries.ts';
import { type BackupFuzzReport, emptyReport, judge } from './fuzz-judge.ts';
import { seeded } from './fuzz-mutations.ts';

function memoryFiles(): Files {
  const held = new Map<string, Buffer>();
  const part = (key: string, { from, to }: { from: number; to: number }): Buffer =>
    (held.get(key) ?? Buffer.alloc(0)).subarray(from, to + 1);
  return {
    async save(content, key = randomUUID()) {
      held.set(key, await buffer(content));
      return { key, bytes: held.get(key)?.length ?? 0, sha256: '', crc32: 0 };
    },
    open: (key, given) => Readable.from([part(key, given ?? { from: 0, to: Infinity })]),
    async *pieces(key, given) {
      yield part(key, given);
    },
    localPath: async () => '',
    size: async (key) => held.get(key)?.length ?? null,
    remove: async (key) => void held.delete(key),
    async *list() {
      for (const key of held.keys()) yield { key, savedAt: new Date() };
    },
    place: async () => 'memory',
    check: async () => undefined,
  };
}

/** A store in memory with a key of its own, as another installation has. */
function memoryStore(): BackupStore {
  const key = randomBytes(32);
  const folders = new Map<string, Files>();
  const { privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    open(folder) {
      const files = folders.get(folder) ?? memoryFiles();
      folders.set(folder, files);
      return files;
    },
    keys: async () => [key],
    room: async () => null,
    signing: async () => [createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })],
  };
}

/** Reads so many mutants of a file in another installation, with the right code. */
export async function fuzzBackups(inputs: number, seed: number): Promise<BackupFuzzReport> {
  const [here, there] = [memoryStore(), memoryStore()];
  const wrapped = await newKey(here);
  const objects = await openObjects(here, 'home', wrapped);
  const pieces: string[] = [];
  for (let at = 0; at < 4; at++) pieces.push((await objects.put(Buffer.from(hkdfSync('sha256', 'piece', String(at), '', 900)))).id);
  const manifest: Manifest = {
    format: 1,
    program: '0.1.0',
    schema: '0001',
    space: { id: 1, name: 'Riverside' },
    at: '2026-03-02T08:00:00.000Z',
    counter: 1,
    with_files: true,
    tables: [
      { name: 'wbs_item', columns: [{ name: 'id', type: 'bigint', required: true }], rows: 2, hash: '1', pieces: pieces.slice(0, 2) },
    ],
    files: [{ key: randomUUID(), bytes: 1800, pieces: pieces.slice(2) }],
    lists: [],
    whole: false,
    people: [],
  };
  const { id } = await objects.put(await signed(here, JSON.stringify(manifest)));
  const { code, recovery } = await makeRecovery(here, wrapped);
  const [by] = await publicKeysOf(here);
  const file = await buffer(Readable.from(fileOfBackup(objects, { manifest, by, id, recovery })));
  const report = emptyReport();
  for (let index = 0; index < inputs; index++) {
    const input = mutatedBytes(file, seeded(seed * 1_000_003 + index));
    await judge(report, `bytes, seed ${seed}, input ${index}`, async () => {
      const { head, wrapped: own } = await openFile(there, Readable.from([input]), code);
      const taken = await openObjects(there, String(index), own);
      await takeObjects(Readable.from([input]), taken, async () => undefined);
      const read = await readManifest(there, taken, head.manifest, Buffer.from(head.public_key, 'base64'));
      return JSON.stringify(read) === JSON.stringify(manifest) ? null : 'another manifest was taken';
    });
  }
  return report;
}

if (process.argv[1] === import.meta.filename) {
  const [inputs = 50_000, forged = 500, seed = 1] = process.argv.slice(2).map(Number);
  const reports = { bytes: await fuzzBackups(inputs, seed), forged: await fuzzForgeries(forged, seed) };
  console.log(JSON.stringify(reports, null, 2));
  process.exit(Object.values(reports).some(({ failures }) => failures.length) ? 1 : 0);
}
