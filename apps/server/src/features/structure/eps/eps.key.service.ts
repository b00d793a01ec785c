import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { findKeyOf, findNodeByKey, updateNode } from './eps.repository.ts';
import { getNode } from './eps.service.ts';

/** The key of a node, null where it has none. */
export async function readKey(context: Context, id: number): Promise<string | null> {
  const row = await context.read((db) => findKeyOf(db, context.spaceId, id));
  if (!row) fail('node.not_found', { id });
  return row.key;
}

/** Whether no node of the space has a key. */
export async function isKeyFree(context: Context, key: string): Promise<boolean> {
  return (await context.read((db) => findNodeByKey(db, context.spaceId, key.trim()))) === null;
}

/** The node that has a key, or a refusal. */
export async function findByKey(context: Context, key: string) {
  const row = await context.read((db) => findNodeByKey(db, context.spaceId, key));
  if (!row) fail('node.not_found', { key });
  return getNode(context, row.id);
}

/** Sets or clears the key of a node. */
export async function saveKey(context: Context, id: number, key: string | null): Promise<void> {
  await context.write(async (tx) => {
    if (!(await findKeyOf(tx, context.spaceId, id))) fail('node.not_found', { id });
    const same = key === null ? null : await findNodeByKey(tx, context.spaceId, key);
    if (same && same.id !== id) fail('node.key_taken', { key, name: same.name });
    await updateNode(tx, context.spaceId, id, { key });
    await context.push.send(tx, { spaceId: context.spaceId }, 'eps_updated', { eps_id: id, author_id: context.userId });
  });
}
