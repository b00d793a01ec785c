import { createHmac, hash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv } from '../env/env.ts';
import { type Files, removeFiles } from './files.ts';
import { openFolder } from './files.folder.ts';
import { openS3Calls } from './files.s3.calls.ts';
import { openS3, SENT_AT_ONCE } from './files.s3.ts';

/** The least that a part of an upload may be; the last one may be shorter. */
const PART = 5 * 1024 * 1024;
const SETTINGS = { bucket: 'site-files', prefix: 'gantry/', region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' };

let root: string;
let service: S3rver;
let endpoint: string;
let port: number;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gantry-files-'));
  service = new S3rver({ port: 0, silent: true, directory: join(root, 's3'), configureBuckets: [{ name: SETTINGS.bucket, configs: [] }] });
  ({ port } = await service.run());
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await service.close();
  await rm(root, { recursive: true, force: true });
});

const of = (...chunks: Buffer[]) => Readable.from(chunks);
async function all(files: Files): Promise<{ key: string; savedAt: Date }[]> {
  const found: { key: string; savedAt: Date }[] = [];
  for await (const file of files.list()) found.push(file);
  return found;
}
const listed = async (files: Files) => (await all(files)).map(({ key }) => key).sort();
/** A content whose sender goes away after its first bytes. */
const cut = (bytes: number) =>
  Readable.from(
    (async function* send() {
      yield randomBytes(bytes);
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    })(),
    { objectMode: false },
  );

/** The signature that AWS wants of a call as it came over the wire: s3rver takes any. */
function signatureOf({ method, url, headers }: IncomingMessage, secret: string): string {
  const { pathname, searchParams } = new URL(url ?? '', 'http://site');
  const [, scope, names] = /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const canonical = [
    method,
    pathname,
    query.join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce<string | Buffer>((before, part) => mac(before, part), `AWS4${secret}`);
  return mac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash('sha256', canonical)].join('\n')).toString('hex');
}

/** Another S3 service to run the suite against, as `tools/s3-of-debian.sh` starts one. */
const OTHER_S3 = process.env['GANTRY_TEST_S3'];
const drivers: Record<string, () => Files | Promise<Files>> = {
  'a folder': () => openFolder(join(root, 'folder')),
  S3: () => openS3({ ...SETTINGS, endpoint }, join(root, 'cache'), PART),
  ...(OTHER_S3 && {
    'another S3': async () => {
      await openS3Calls({ ...SETTINGS, endpoint: OTHER_S3 })('PUT', {});
      return openS3({ ...SETTINGS, endpoint: OTHER_S3 }, join(root, 'other-cache'), PART);
    },
  }),
};

describe.each(Object.keys(drivers))('files in %s', (name) => {
  let files: Files;
  beforeAll(async () => {
    files = await drivers[name]();
  });

  test.each([
    ['nothing', 0],
    ['a little', 5],
    ['exactly a part', PART],
    ['a part and a byte', PART + 1],
    ['more than two parts', 2 * PART + 77_777],
  ])('keep %s byte for byte, with its sums', async (_name, bytes) => {
    const content = randomBytes(bytes);
    const saved = await files.save(
      of(...Array.from({ length: Math.ceil(bytes / 700_000) }, (_, at) => content.subarray(at * 700_000, (at + 1) * 700_000))),
    );
    expect(saved).toMatchObject({ bytes });
    expect(saved.sha256).toBe(hash('sha256', content));
    expect(saved.crc32).toBe(crc32(content));
    expect(await files.size(saved.key)).toBe(bytes);
    expect((await buffer(files.open(saved.key))).equals(content)).toBe(true);
    await files.remove(saved.key);
  });

  test('give the bytes between two positions, and none beyond the end', async () => {
    const content = randomBytes(1000);
    const { key } = await files.save(of(content));
    const part = async (from: number, to: number) => (await buffer(files.open(key, { from, to }))).toString('hex');
    expect(await part(0, 0)).toBe(content.subarray(0, 1).toString('hex'));
    expect(await part(100, 899)).toBe(content.subarray(100, 900).toString('hex'));
    expect(await part(990, 5000)).toBe(content.subarray(990).toString('hex'));
    expect(await part(1000, 1063)).toBe('');
    await files.remove(key);
  });

  test('lie at a path for threads until they are removed', async () => {
    const content = randomBytes(100);
    const { key } = await files.save(of(content));
    const path = await files.localPath(key);
    expect((await readFile(path)).equals(content)).toBe(true);
    expect(await files.localPath(key)).toBe(path);
    await files.remove(key);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    expect(await files.size(key)).toBeNull();
    await expect(buffer(files.open(key))).rejects.toThrow(/ENOENT|files_unavailable/);
    await files.remove(key);
  });

  test.each([1000, PART + 1000])('keep nothing of a content whose sender went away after %d bytes', async (bytes) => {
    const before = await listed(files);
    await expect(files.save(cut(bytes))).rejects.toThrow('aborted');
    expect(await listed(files)).toEqual(before);
  });

  test('are listed with the time when they were saved, more of them than one answer holds', async () => {
    const from = Date.now() - 5000;
    const keys = (await Promise.all([1, 2, 3].map((byte) => files.save(of(Buffer.of(byte)))))).map(({ key }) => key);
    const found = (await all(files)).filter(({ key }) => keys.includes(key));
    expect(found.map(({ key }) => key).sort()).toEqual(keys.sort());
    for (const { savedAt } of found) expect(savedAt.getTime()).toBeGreaterThan(from);
    await removeFiles(files, keys);
    expect((await all(files)).filter(({ key }) => keys.includes(key))).toEqual([]);
  });

  test('have no name but a key', async () => {
    for (const key of ['../../etc/passwd', '', 'a/b', '-'.repeat(36), `${crypto.randomUUID()}/..`]) {
      expect(() => files.open(key)).toThrow('not a file key');
      await expect((async () => files.localPath(key))()).rejects.toThrow('not a file key');
      await expect((async () => files.remove(key))()).rejects.toThrow('not a file key');
    }
  });

  test('pass the check of the start and leave nothing of it', async () => {
    await files.check();
    expect(await listed(files)).toEqual([]);
  });
});

describe('an S3 service that fails', () => {
  /** Stands between the server and the service, checks signatures, and lets a test break what passes. */
  let between: Server;
  let files: Files;
  let trouble: { answer?: number; cutAfter?: number; times: number };
  let passed: string[];
  /** Calls that write, at the moment and at most. */
  let [writing, mostWriting] = [0, 0];
  beforeAll(async () => {
    between = createServer((asked, answer) => {
      passed.push(`${asked.method} ${asked.headers.range ?? ''}`.trim());
      if (!asked.headers.authorization?.endsWith(`Signature=${signatureOf(asked, SETTINGS.secretKey)}`)) {
        asked.resume();
        answer.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
        return;
      }
      const fails = trouble.times > 0 && trouble.times-- > 0;
      if (fails && trouble.answer) {
        asked.resume();
        answer.writeHead(trouble.answer).end('<Error><Code>SlowDown</Code></Error>');
        return;
      }
      const call = request({ port, method: asked.method, path: asked.url, headers: asked.headers }, (given) => {
        if (asked.method === 'PUT') writing -= 1;
        answer.writeHead(given.statusCode ?? 500, given.headers);
        let sent = 0;
        given.on('data', (chunk: Buffer) => {
          if (fails && trouble.cutAfter !== undefined && sent + chunk.length > trouble.cutAfter) {
            answer.write(chunk.subarray(0, trouble.cutAfter - sent), () => answer.destroy());
            given.destroy();
            return;
          }
          sent += chunk.length;
          answer.write(chunk);
        });
        given.on('end', () => answer.end());
      });
      if (asked.method === 'PUT') mostWriting = Math.max(mostWriting, ++writing);
      asked.pipe(call);
    });
    await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
    const address = between.address() as AddressInfo;
    files = openS3({ ...SETTINGS, endpoint: `http://127.0.0.1:${address.port}` }, join(root, 'cache'), PART);
  });
  afterAll(() => {
    between.closeAllConnections();
    between.close();
  });
  const during = async <T>(now: typeof trouble, work: () => Promise<T>): Promise<T> => {
    [trouble, passed] = [now, []];
    return work();
  };

  test('is sent so many contents at once, and none waits for one that arrives slowly', async () => {
    const slow = Array.from({ length: SENT_AT_ONCE + 2 }, () => new PassThrough());
    mostWriting = 0;
    const arriving = slow.map((content) => {
      content.write(Buffer.of(1));
      return during({ times: 0 }, () => files.save(content));
    });
    const quick = await Promise.all(Array.from({ length: 3 * SENT_AT_ONCE }, (_, at) => files.save(of(randomBytes(1000 + at)))));
    for (const content of slow) content.end();
    await removeFiles(
      files,
      [...quick, ...(await Promise.all(arriving))].map(({ key }) => key),
    );
    expect([writing, mostWriting]).toEqual([0, SENT_AT_ONCE]);
  });

  test('for a moment is asked again', async () => {
    const content = randomBytes(PART + 10);
    const saved = await during({ answer: 503, times: 2 }, () => files.save(of(content)));
    expect((await during({ answer: 500, times: 1 }, () => buffer(files.open(saved.key)))).equals(content)).toBe(true);
    await during({ times: 0 }, () => files.remove(saved.key));
  });

  test('in the middle of a reading is read on where it was cut', async () => {
    const content = randomBytes(300_000);
    const saved = await during({ times: 0 }, () => files.save(of(content)));
    const read = await during({ cutAfter: 100_000, times: 2 }, () => buffer(files.open(saved.key, { from: 10, to: 299_000 })));
    expect(read.equals(content.subarray(10, 299_001))).toBe(true);
    expect(passed).toHaveLength(3);
    expect(passed[0]).toBe('GET bytes=10-299000');
    await during({ times: 0 }, () => files.remove(saved.key));
  });

  test('takes nothing that is signed with another key, and the check of the start says so', async () => {
    const address = between.address() as AddressInfo;
    const other = openS3({ ...SETTINGS, secretKey: 'other', endpoint: `http://127.0.0.1:${address.port}` }, join(root, 'cache'));
    await expect(during({ times: 0 }, () => other.check())).rejects.toThrow('the secret key is another one (GANTRY_S3_SECRET_KEY)');
    await expect(during({ times: 0 }, () => files.check())).resolves.toBeUndefined();
  });

  test('for good is a refusal that says so, and nothing is left of the upload', async () => {
    await expect(during({ answer: 503, times: 99 }, () => files.save(of(randomBytes(10))))).rejects.toThrow('server.files_unavailable');
    expect(await during({ times: 0 }, () => listed(files))).toEqual([]);
  });
});

describe('the check of the start', () => {
  const outcome = (over: Partial<typeof SETTINGS & { endpoint: string }>) =>
    openS3({ ...SETTINGS, endpoint, ...over }, join(root, 'cache'))
      .check()
      .then(
        () => 'well',
        (error: Error) => error.message,
      );

  test('names what to mend', async () => {
    expect(await outcome({})).toBe('well');
    expect(await outcome({ bucket: 'nowhere' })).toContain('“nowhere”');
    expect(await outcome({ bucket: 'nowhere' })).toContain('there is no such bucket (GANTRY_S3_BUCKET)');
    expect(await outcome({ accessKey: 'stranger' })).toContain('GANTRY_S3_ACCESS_KEY');
    expect(await outcome({ endpoint: 'http://127.0.0.1:9' })).toContain('it does not answer (GANTRY_S3_ENDPOINT)');
  });

  test('of a folder names the folder', async () => {
    await writeFile(join(root, 'no-folder'), '');
    await expect(openFolder(join(root, 'no-folder')).check()).rejects.toThrow(`Files cannot be stored in ${join(root, 'no-folder')}`);
  });

  test('wants all variables or none', () => {
    const given = { GANTRY_S3_ENDPOINT: endpoint, GANTRY_S3_BUCKET: 'site-files', GANTRY_S3_ACCESS_KEY: 'a', GANTRY_S3_SECRET_KEY: 'b' };
    expect(readEnv(given).s3).toEqual({ endpoint, bucket: 'site-files', prefix: '', region: 'us-east-1', accessKey: 'a', secretKey: 'b' });
    expect(readEnv({}).s3).toBeNull();
    expect(() => readEnv({ ...given, GANTRY_S3_SECRET_KEY: '' })).toThrow('GANTRY_S3_SECRET_KEY is not usable');
    expect(() => readEnv({ ...given, GANTRY_S3_ENDPOINT: '' })).toThrow('GANTRY_S3_ENDPOINT names no service');
    expect(() => readEnv({ ...given, GANTRY_S3_PREFIX: '../x' })).toThrow('GANTRY_S3_PREFIX is not usable');
  });
});

test('a folder lists only what it stored itself', async () => {
  const folder = await mkdtemp(join(root, 'mixed-'));
  await writeFile(join(folder, 'notes.txt'), '');
  const { key } = await openFolder(folder).save(of(Buffer.of(1)));
  expect(await listed(openFolder(folder))).toEqual([key]);
  expect((await readdir(folder)).length).toBe(2);
});

test('many files are removed a few at a time', async () => {
  let [active, most] = [0, 0];
  const removed: string[] = [];
  const remove = async (key: string): Promise<void> => {
    most = Math.max(most, (active += 1));
    await new Promise((next) => setImmediate(next));
    active -= 1;
    removed.push(key);
  };
  const keys = Array.from({ length: 50 }, (_, at) => `${at}`);
  await removeFiles({ remove }, keys);
  expect([most, removed]).toEqual([8, keys]);
});
