import { api, type Endpoint } from '@gantry/contract';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Node } from './cluster.ts';
import type { Witness } from './witness.ts';

/** Who edits which version, by any of the servers. */
export type Desk = { nodes: readonly Pick<Node, 'wire'>[]; token: string; spaceId: number; versionId: number; itemIds: readonly number[] };

/** No call of a person waits longer; a cut wire is noticed by it. */
const CALL_MS = 15_000;
const PATIENCE_MS = 60_000;
/** Nothing came; half a call was heard; busy, or the disk is full. */
const AGAIN: ReadonlySet<number> = new Set([0, 408, 503, 507]);

/** One call with its answer; status 0: none came. */
async function ask(url: string, { token, spaceId }: Desk, endpoint: Endpoint, path: string, body: unknown, key: string | null) {
  try {
    const answer = await fetch(`${url}${path}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-space-id': String(spaceId),
        'content-type': 'application/json',
        prefer: 'calculate',
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: answer.ok ? (JSON.parse(text) as { revision?: number }) : null };
  } catch {
    return { status: 0, text: '', body: null };
  }
}

/**
 * Edits until it is stopped: renames rows and adds some, each with a mark of its own. A call without an answer, or that the server could
 * not take, is sent again with the same key by another server. Without keys (`isCareless`) it only adds rows, which such a retry may do twice.
 */
export async function plan(desk: Desk, name: string, witness: Witness, random: () => number, isOver: () => boolean, isCareless = false) {
  for (let count = 1; !isOver(); count += 1) {
    // A rename that is done twice changes nothing the second time: only a row that was added twice shows it.
    const isNew = isCareless || random() < 0.3;
    const seen = witness.begin(`${name}.${count}`, isNew ? 'create' : 'rename');
    const row = desk.itemIds[Math.floor(random() * desk.itemIds.length)];
    const path = `/api/v1/versions/${desk.versionId}/wbs`;
    const [endpoint, where, body]: [Endpoint, string, unknown] = isNew
      ? [api.wbs.create, path, { parent_id: null, item: { name: seen.mark } }]
      : [api.wbs.update, `${path}/${row}`, { name: seen.mark, duration_minutes: 480 * (1 + Math.floor(random() * 5)) }];
    const key = isCareless ? null : randomUUID();
    const until = performance.now() + PATIENCE_MS;
    for (let at = Math.floor(random() * desk.nodes.length); performance.now() < until; at += 1) {
      const node = desk.nodes[at % desk.nodes.length];
      const begun = performance.now();
      seen.tries += 1;
      const answer = await ask(node.wire.url, desk, endpoint, where, body, key);
      witness.answered(answer.status, performance.now() - begun);
      witness.heard(answer.text, 'an edit');
      if (answer.status === 200) {
        seen.acknowledged = performance.now();
        seen.revision = answer.body?.revision ?? null;
        break;
      }
      // What was done, but whose answer was not stored, is done.
      if (answer.status === 409 && seen.tries > 1) break;
      // Any other answer is judged at the end.
      if (!AGAIN.has(answer.status)) break;
      await setTimeout(100 + random() * 200);
    }
  }
}
