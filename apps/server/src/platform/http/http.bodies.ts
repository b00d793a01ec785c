import { PLAIN_BODY, STREAMED } from '@gantry/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { fail, Refused } from '../fail.ts';

const DEPTH = 32;
/** The least share of a body's permitted bytes that a list or an object takes: an empty list of two bytes becomes forty in memory. */
const BYTES_PER_LIST = 16;
/** A body of the plain size has this long to arrive; a larger one is given a second more for each of these bytes. */
const ARRIVAL_MS = 10_000;
const BYTES_PER_SECOND = 64 * 1024;
/** Bytes of bodies that are read or worked on at once: of callers whom the gate has let in, and of those before it. */
const ROOM = { inside: 64 * 1024 * 1024, outside: 16 * 1024 * 1024 };
const ROOM_WAIT_MS = 10_000;

/** Judges a JSON document byte by byte as it arrives, before anything is made of it; refuses deep nesting and too many lists. */
export function jsonGuard(bytes: number): (chunk: Buffer) => void {
  const most = bytes / BYTES_PER_LIST;
  let [depth, lists, inText, escaped] = [0, 0, false, false];
  return (chunk) => {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === 0x5c) escaped = true;
        else if (byte === 0x22) inText = false;
      } else if (byte === 0x22) inText = true;
      else if (byte === 0x5b || byte === 0x7b) {
        if (++depth > DEPTH || ++lists > most) fail('request.too_deep');
      } else if (byte === 0x5d || byte === 0x7d) depth--;
    }
  };
}

/** Reads a body within its bytes and its time. */
export function readBody(
  body: Readable,
  { bytes, ms, judge }: { bytes: number; ms: number; judge?: (chunk: Buffer) => void },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > bytes) return refuse(new Refused('request.too_large'));
      try {
        judge?.(chunk);
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    // What still arrives of a refused body flows away unread.
    const refuse = (error: unknown) => {
      clearTimeout(timer);
      body.off('data', take).resume();
      chunks.length = 0;
      reject(error);
    };
    const timer = setTimeout(() => refuse(new Refused('request.too_slow')), ms);
    // A caller who goes away in the middle hears nothing.
    const leave = () => refuse(new Refused('request.invalid', { where: 'body', fields: [], field: '', reason: '' }));
    body.on('data', take).once('error', leave).once('close', leave);
    body.once('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
  });
}

/** A number of bytes that bodies share; who finds none free waits their turn, and is refused after a while. */
export function createRoom(bytes: number, waitMs = ROOM_WAIT_MS): (wanted: number) => Promise<() => void> {
  let free = bytes;
  const waiting: { wanted: number; enter: () => void }[] = [];
  const letIn = () => {
    while (waiting.length && waiting[0].wanted <= free) waiting.shift()?.enter();
  };
  return (wanted) =>
    new Promise((resolve, reject) => {
      const place = {
        wanted,
        enter: () => {
          clearTimeout(timer);
          free -= wanted;
          resolve(() => {
            free += wanted;
            letIn();
          });
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(new Refused('server.busy'));
        letIn();
      }, waitMs);
      waiting.push(place);
      letIn();
    });
}

/** The bytes that a body states; those that it may have where it states none. */
export const lengthOf = (request: FastifyRequest): number => {
  const stated = Number(request.headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(stated) && stated >= 0 ? stated : request.routeOptions.bodyLimit;
};

/** Lets the server read JSON alone, each call within the bytes, the depth and the time that it may take. */
export function acceptBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) => {
    const bytes = request.routeOptions.bodyLimit;
    const text = (await readBody(body, { bytes, ms: arrivalMs(request), judge: jsonGuard(bytes) })).toString('utf8');
    // Some clients name a kind of content where they send none.
    if (text === '') return undefined;
    return await new Promise((resolve, reject) => parse(request, text, (error, value) => (error ? reject(error) : resolve(value))));
  });
}

/** Lets a route read a form too. */
export function acceptForms(http: FastifyInstance): FastifyInstance {
  http.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest, body: Readable) => {
    const text = (await readBody(body, { bytes: request.routeOptions.bodyLimit, ms: arrivalMs(request) })).toString('utf8');
    return Object.fromEntries(new URLSearchParams(text));
  });
  return http;
}

/** Lets a route take bytes as they arrive: it reads, bounds and keeps them itself. */
export function acceptStream(http: FastifyInstance): FastifyInstance {
  http.addContentTypeParser(STREAMED, async (_request: FastifyRequest, body: Readable) => body);
  return http;
}

/** How long a body may take to arrive. */
export function arrivalMs(request: FastifyRequest): number {
  const more = request.headers['content-length'] === undefined ? 0 : Math.max(0, lengthOf(request) - PLAIN_BODY);
  return ARRIVAL_MS + (more / BYTES_PER_SECOND) * 1000;
}

/** Before a body is read: its declared length, and a place among those that are worked on, held until the answer is sent. */
export function createEntrance(): (request: FastifyRequest, reply: FastifyReply, isPublic: boolean) => Promise<void> {
  const rooms = { inside: createRoom(ROOM.inside), outside: createRoom(ROOM.outside) };
  return async (request, reply, isPublic) => {
    const { headers, raw, routeOptions } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const length = lengthOf(request);
    if (length > routeOptions.bodyLimit) fail('request.too_large');
    const leave = await rooms[isPublic ? 'outside' : 'inside'](length);
    if (raw.destroyed) leave();
    else reply.raw.once('close', leave);
  };
}
