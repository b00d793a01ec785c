/**
 * A zip of 20 GB of stored files fetched through HTTP: what memory it takes of the server, whether a fetch that was cut in the middle goes on
 * where it was, and whether other programs open it and find every sum of it right. The files are sparse, zeros but for their last bytes.
 */

import { api } from '@gantry/contract';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeVersion } from '../../e2e/caller.ts';
import type { GatedFigure } from '../gates.ts';
import { peakOf } from '../server-process.ts';
import { makeMembers, openStage, type Stage } from './stage.ts';

const MIB = 2 ** 20;
const EMPTY = Buffer.alloc(MIB);
const READERS: readonly [program: string, ...words: string[]][] = [
  ['unzip', '-tq'],
  ['7z', 't', '-bso0', '-bsp0'],
  ['python3', '-c', 'import sys, zipfile\nsys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)'],
];

export async function measureArchive(quick: boolean): Promise<GatedFigure[]> {
  const [files, size] = quick ? [5, 256 * MIB] : [40, 512 * MIB];
  const stage = await openStage({ GANTRY_STORAGE_QUOTA_MB: '1000000' });
  try {
    const { member: owner, spaceId, versionId } = await makeVersion(stage.person, 0);
    const { schedule_id } = await owner.call(api.versions.get, { params: { id: versionId } });
    const [{ headers }] = await makeMembers(stage, spaceId, 1);
    const ids = await storeFiles(stage, { spaceId, node: schedule_id, files, size });
    const path = api.storage.prepareArchive.path.replace('{id}', String(schedule_id)).replace('{versionId}', String(versionId));
    const body = JSON.stringify({ ids });
    const answer = await fetch(`${stage.node.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    const prepared = (await answer.json()) as { key: string; size: number };
    const address = `${stage.node.url}${api.storage.archive.path.replace('{key}', prepared.key)}`;
    const file = join(stage.folder, 'films.zip');
    const opened = openSync(file, 'w');

    const before = peakOf(stage.node.child.pid ?? 0);
    const begun = performance.now();
    let at = 0;
    for (const until of [prepared.size / 3, prepared.size]) {
      const stop = new AbortController();
      const answer = await fetch(address, { headers: { ...headers, ...(at ? { range: `bytes=${at}-` } : {}) }, signal: stop.signal });
      if (answer.status !== (at ? 206 : 200) || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`);
      for await (const piece of answer.body as ReadableStream<Uint8Array>) {
        // Zeros are left out of the file: what is not written is read as zeros.
        if (!EMPTY.subarray(0, piece.length).equals(piece)) writeSync(opened, piece, 0, piece.length, at);
        at += piece.length;
        if (at >= until) break;
      }
      stop.abort();
    }
    const seconds = (performance.now() - begun) / 1000;
    const memory = peakOf(stage.node.child.pid ?? 0) - before;
    ftruncateSync(opened, at);
    closeSync(opened);
    console.log(`${(at / 2 ** 30).toFixed(1)} GB in ${seconds.toFixed(0)} s, cut once`);
    const refused = READERS.filter(([program, ...words]) => !opens(program, [...words, file]));
    for (const [program] of refused) console.log(`not opened by ${program}`);
    return [
      {
        name: `T8 a zip of ${(prepared.size / 2 ** 30).toFixed(0)} GB, memory of the server above what it held`,
        figure: memory,
        gate: 64,
        unit: 'MB',
      },
      { name: 'T8 bytes of the zip beside its length', figure: Math.abs(at - prepared.size), gate: 0, unit: 'bytes' },
      { name: `T8 of ${READERS.length} programs, those that do not open it`, figure: refused.length, gate: 0, unit: 'programs' },
    ];
  } finally {
    await stage.close();
  }
}

/** A program that is not there does not open it. */
function opens(program: string, words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
    return true;
  } catch (error) {
    console.log(error instanceof Error ? error.message.split('\n')[0] : error);
    return false;
  }
}

/** Sparse files of a node, each with last bytes of its own. */
async function storeFiles(
  { client, folder }: Stage,
  { spaceId, node, files, size }: { spaceId: number; node: number; files: number; size: number },
): Promise<number[]> {
  let ofZeros = 0;
  const end = 8;
  for (let at = 0; at < size - end; at += MIB) ofZeros = crc32(EMPTY.subarray(0, Math.min(MIB, size - end - at)), ofZeros);
  const ids: number[] = [];
  for (let index = 0; index < files; index += 1) {
    const [key, last] = [randomUUID(), Buffer.from(String(index).padStart(end))];
    const opened = openSync(join(folder, 'files', key), 'w');
    writeSync(opened, last, 0, end, size - end);
    closeSync(opened);
    const { rows } = await client.query<{ id: string }>(
      `with made as (insert into storage_blob (space_id, file_key, sha256, bytes, crc32, media) values ($1, $2, $2, $3, $4, 'video/mp4') returning id)
       insert into storage_item (space_id, blob_id, node_id, name, taken_at) select $1, id, $5, $6, now() from made returning id`,
      [spaceId, key, size, crc32(last, ofZeros), node, `film ${index}.mp4`],
    );
    ids.push(Number(rows[0].id));
  }
  return ids;
}
