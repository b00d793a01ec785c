/** Opening a version as the page does it: the columnar stream, decoded and laid out as it arrives. */

import { createDecoder } from '@gantry/contract';
import { fetchColumns } from '../apps/server/src/testing/samples/version-content.ts';
import type { Person } from '../apps/server/src/testing/world.ts';
import {
  addBlock,
  layOutCalendars,
  layOutLinks,
  layOutRows,
  newDocument,
  type ScheduleDocument,
  type ScheduleView,
} from '@gantry/plan-view';

/** Time to the first rows that can be drawn, time to the last, and what there is to see. */
export async function openAsPage(person: Person, versionId: number): Promise<{ firstRowsMs: number; wholeMs: number; view: ScheduleView }> {
  const begun = performance.now();
  let document: ScheduleDocument | null = null;
  let firstRowsMs = 0;
  const decoder = createDecoder({
    head: (head) => (document = newDocument(head)),
    block(block) {
      if (!document) return;
      addBlock(document, block);
      if (block.table !== 'wbs' || firstRowsMs) return;
      layOutRows(document, () => false);
      firstRowsMs = performance.now() - begun;
    },
  });
  const response = await fetchColumns(person, versionId, 'gzip');
  for await (const chunk of response.body as ReadableStream<Uint8Array>) decoder.push(chunk);
  decoder.end();
  const whole = document as unknown as ScheduleDocument;
  const laid = layOutRows(whole, () => false);
  const view: ScheduleView = {
    ...laid,
    document: whole,
    links: layOutLinks(whole, laid),
    times: layOutCalendars(whole),
    load: { state: 'ready' },
    ticked: new Set(),
  };
  return { firstRowsMs, wholeMs: performance.now() - begun, view };
}

/** Bytes of the stream as it travels, by its encoding, and of the same rows as JSON. */
export async function bytesOnWire(person: Person, versionId: number): Promise<Record<string, number>> {
  const bytes: Record<string, number> = {};
  for (const encoding of ['identity', 'gzip', 'br', 'zstd']) bytes[encoding] = await travelled(person, versionId, encoding);
  const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let json = 0;
  for (let offset: number | null = 0; offset !== null;) {
    const page: Response = await fetch(`${person.base()}/api/v1/versions/${versionId}/wbs?offset=${offset}`, {
      headers: { cookie, 'x-space-id': String(person.spaceId) },
    });
    const text = await page.text();
    json += Buffer.byteLength(text);
    offset = (JSON.parse(text) as { next: number | null }).next;
  }
  bytes['rows as JSON'] = json;
  return bytes;
}

/** The length of an answer before it is unpacked; `fetch` unpacks, so the plain client asks. */
async function travelled(person: Person, versionId: number, encoding: string): Promise<number> {
  const { request } = await import('node:http');
  const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { accept: 'application/vnd.gantry.columns', 'accept-encoding': encoding, cookie, 'x-space-id': String(person.spaceId) };
  return new Promise((resolve, reject) => {
    const call = request(`${person.base()}/api/v1/versions/${versionId}/wbs`, { headers }, (response) => {
      let sum = 0;
      response.on('data', (chunk: Buffer) => (sum += chunk.length));
      response.on('end', () => resolve(sum));
    });
    call.on('error', reject);
    call.end();
  });
}
