import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { errorMessage } from '../errors.ts';
import { Refused } from '../fail.ts';
import { atMost } from '../http/turns.ts';
import { type Files, isFileKey, openSums, requireFileKey } from './files.ts';
import { openS3Calls, type S3Calls, S3Refused, type S3Settings, textsOf } from './files.s3.calls.ts';

/** The bytes of a part of an upload; the service takes 10,000 parts of a file. */
const PART_BYTES = 8 * 1024 * 1024;
/** Files that are sent to the service at once: each holds up to three parts in memory. */
export const SENT_AT_ONCE = 8;
/** How often a reading goes on after the connection was cut. */
const READ_TRIES = 5;
/** A copy on this machine that another server has removed the original of goes after this. */
const CACHED_MS = 24 * 3_600_000;

/** Files in a bucket of an S3 service. `cache` holds copies for threads, which read from a path. */
export function openS3(settings: S3Settings, cache: string, partBytes = PART_BYTES): Files {
  const call = openS3Calls(settings);
  const { prefix } = settings;
  const sending = atMost(SENT_AT_ONCE);

  const files: Files = {
    async save(content, given) {
      const key = given === undefined ? randomUUID() : requireFileKey(given);
      const sums = openSums();
      // First to the disk: however slowly a content arrives, it holds no memory and no turn.
      await mkdir(cache, { recursive: true });
      const arriving = join(cache, `${key}.${randomUUID()}`);
      try {
        content.on('data', sums.add);
        await pipeline(content, createWriteStream(arriving));
        await sending(() => plainly(() => upload(call, key, partsOf(createReadStream(arriving), partBytes))));
      } finally {
        await rm(arriving, { force: true });
      }
      return sums.end(key);
    },
    open: (key, part) => Readable.from(bytesOf(call, requireFileKey(key), part), { objectMode: false }),
    pieces: (key, part) => bytesOf(call, requireFileKey(key), part),
    async localPath(key) {
      const path = join(cache, requireFileKey(key));
      const now = new Date();
      if (
        await utimes(path, now, now).then(
          () => true,
          () => false,
        )
      )
        return path;
      await mkdir(cache, { recursive: true });
      await sweepCache(cache, now.getTime() - CACHED_MS);
      const arriving = `${path}.${randomUUID()}`;
      try {
        await pipeline(files.open(key), createWriteStream(arriving));
        await rename(arriving, path);
      } catch (error) {
        await rm(arriving, { force: true });
        throw error;
      }
      return path;
    },
    size: (key) =>
      plainly(async () => {
        const head = await orNull(call('HEAD', { key: requireFileKey(key) }));
        return head && Number(head.headers.get('content-length'));
      }),
    async remove(key) {
      await rm(join(cache, requireFileKey(key)), { force: true });
      await plainly(async () => orNull(call('DELETE', { key })));
    },
    async *list() {
      for (let next: string | null = ''; next !== null;) {
        const query: Record<string, string> = { 'list-type': '2', prefix, ...(next ? { 'continuation-token': next } : {}) };
        const xml: string = await plainly(async () => (await call('GET', { query })).text());
        const times = textsOf(xml, 'LastModified');
        for (const [index, name] of textsOf(xml, 'Key').entries()) {
          const key = name.slice(prefix.length);
          if (isFileKey(key)) yield { key, savedAt: new Date(times[index]) };
        }
        next = textsOf(xml, 'IsTruncated')[0] === 'true' ? (textsOf(xml, 'NextContinuationToken')[0] ?? null) : null;
      }
    },
    place: async () => `the bucket ${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}/${prefix}`,
    check: () => checkService(settings, call),
  };
  return files;
}

const orNull = (answer: Promise<Response>): Promise<Response | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof S3Refused && error.status === 404) return null;
    throw error;
  });

/** What the service fails to do is a refusal that people can read; what the sender of a content fails at stays as it is. */
async function plainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOfService(error)) throw Object.assign(new Refused('server.files_unavailable'), { cause: error });
    throw error;
  }
}
// `fetch` throws a TypeError when there is no connection.
const isOfService = (error: unknown): boolean => error instanceof S3Refused || error instanceof TypeError;

/** Sends a content whole, or in parts where it is longer than one. */
async function upload(call: S3Calls, key: string, parts: AsyncGenerator<Uint8Array<ArrayBuffer>>): Promise<void> {
  const first = await parts.next();
  const body = first.done ? new Uint8Array() : first.value;
  let next = await parts.next();
  if (next.done) return void (await (await call('PUT', { key, body })).arrayBuffer());
  const [uploadId] = textsOf(await (await call('POST', { key, query: { uploads: '' } })).text(), 'UploadId');
  const sent: string[] = [];
  try {
    const send = async (part: Uint8Array<ArrayBuffer>) => {
      const query = { partNumber: String(sent.length + 1), uploadId };
      const answer = await call('PUT', { key, query, body: part });
      await answer.arrayBuffer();
      sent.push(answer.headers.get('etag') ?? '');
    };
    await send(body);
    for (; !next.done; next = await parts.next()) await send(next.value);
    await complete(call, key, uploadId, sent);
  } catch (error) {
    await call('DELETE', { key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

async function complete(call: S3Calls, key: string, uploadId: string, sent: readonly string[]): Promise<void> {
  const parts = sent.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
  const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`);
  const answer = await call('POST', { key, query: { uploadId }, headers: { 'content-type': 'application/xml' }, body });
  // This call answers 200 before it has done its work, and says in the text when that has failed.
  const xml = await answer.text();
  if (xml.includes('<Error>')) throw new S3Refused(500, textsOf(xml, 'Code')[0] ?? '');
}

/** A content in pieces of one size, the last one shorter. */
async function* partsOf(content: Readable, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + size - bytes);
      kept.push(piece);
      bytes += piece.length;
      from += piece.length;
      if (bytes < size) continue;
      yield Buffer.concat(kept);
      [kept, bytes] = [[], 0];
    }
  }
  if (bytes) yield Buffer.concat(kept);
}

/** The bytes of an object; a reading that is cut goes on where it stood. */
async function* bytesOf(call: S3Calls, key: string, part?: { from: number; to: number }): AsyncGenerator<Uint8Array> {
  let at = part?.from ?? 0;
  let end = part?.to ?? null;
  for (let tried = 1; ; tried++) {
    const ranged = end !== null || at > 0;
    const answer = await plainly(async () =>
      call('GET', { key, ...(ranged ? { headers: { range: `bytes=${at}-${end ?? ''}` } } : {}) }),
    ).catch((error: unknown) => {
      // As a folder does: nothing lies beyond the end of a file.
      if (error instanceof Refused && error.cause instanceof S3Refused && error.cause.status === 416) return null;
      throw error;
    });
    if (!answer?.body) return;
    end ??= at + Number(answer.headers.get('content-length')) - 1;
    // A service may answer with more than the range that it was asked for.
    let skipped = ranged && answer.status === 200 ? at : 0;
    try {
      for await (const chunk of answer.body) {
        const wanted = chunk.subarray(skipped, skipped + end - at + 1);
        skipped = Math.max(0, skipped - chunk.length);
        if (wanted.length) yield wanted;
        at += wanted.length;
        if (at > end) return;
      }
    } catch (error) {
      if (tried >= READ_TRIES) throw error;
      continue;
    }
    return;
  }
}

async function sweepCache(cache: string, before: number): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const entry = await stat(path).catch(() => null);
    if (entry && entry.mtimeMs < before) await rm(path, { force: true });
  }
}

/** Writes, reads and removes an object, and says in one sentence what hinders it. */
async function checkService({ endpoint, bucket }: S3Settings, call: S3Calls): Promise<void> {
  const key = randomUUID();
  try {
    await (await call('PUT', { key, body: new TextEncoder().encode('Gantry') })).arrayBuffer();
    const back = await text(Readable.from(bytesOf(call, key)));
    if (back !== 'Gantry') throw new Error('it answers something else than was written');
    await call('DELETE', { key });
  } catch (error) {
    throw new Error(`Files cannot be stored in the bucket “${bucket}” at ${endpoint}: ${reasonOf(error)}`, { cause: error });
  }
}

const REASONS: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket (GANTRY_S3_BUCKET)',
  InvalidAccessKeyId: 'the service does not know the access key (GANTRY_S3_ACCESS_KEY)',
  SignatureDoesNotMatch: 'the secret key is another one (GANTRY_S3_SECRET_KEY)',
  AuthorizationHeaderMalformed: 'the bucket is in another region (GANTRY_S3_REGION)',
  AccessDenied: 'the access key may not write, read and remove objects there',
  RequestTimeTooSkewed: 'the clock of this machine differs from that of the service',
};

function reasonOf(error: unknown): string {
  const cause = error instanceof Refused ? error.cause : error;
  if (cause instanceof S3Refused) return REASONS[cause.code] ?? cause.message;
  if (cause instanceof TypeError) return `it does not answer (GANTRY_S3_ENDPOINT): ${errorMessage(cause.cause ?? cause)}`;
  return errorMessage(cause);
}
