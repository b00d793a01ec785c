import type { SpaceRight } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { accessAtEntry, nodesWith, rightsAnywhere } from '../../access/roles/roles.access.service.ts';
import { attributeRightsIn } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import { maskOf } from '../../planning/edits/edits.service.ts';
import { listDirectChats, PLACES, type Shown, type Sight, type Wanted } from './search.repository.ts';
import type { Whereabouts } from './search.words.rules.ts';

/** So many places make a question longer and still cheaper. */
const FEW_PLACES = 200;

/** What the caller may read, and where. */
export async function sightOf(context: Context, db: Db): Promise<Sight> {
  const { spaceId, userId } = context;
  const access = await accessAtEntry(context, db);
  const nodes = (right: SpaceRight) => nodesWith(db, spaceId, access, right);
  return {
    structure: await nodes('structure.read'),
    plan: await nodes('plan.read'),
    chats: await nodes('chat.read'),
    boards: await nodes('boards.read'),
    files: await nodes('files.read'),
    // Who works in another's name has no part in their conversations.
    directChats: context.actorId === userId && rightsAnywhere(access).has('chat.read') ? await listDirectChats(db, spaceId, userId) : [],
  };
}

/**
 * The places in which the caller may find entries; null where these are many or the whole space. The index then skips entries of other
 * places, which a caller with few places would otherwise wait for.
 */
export function fewPlaces({ kinds, nodes }: Wanted, sight: Sight): Whereabouts[] | null {
  const seen = nodes === null ? [...new Set(kinds.map((kind) => PLACES[kind]))].map((place) => sight[place]) : [nodes];
  const all = new Set<number>();
  for (const some of seen) {
    if (some === null || some.length > FEW_PLACES) return null;
    for (const node of some) all.add(node);
  }
  const chats = nodes === null && kinds.includes('message') ? sight.directChats : [];
  if (all.size + chats.length > FEW_PLACES) return null;
  return [...[...all].map((node_id) => ({ node_id, chat_id: null })), ...chats.map((chat_id) => ({ node_id: null, chat_id }))];
}

/** Tells which values of works the caller may read. */
export async function sightOfRowValues(context: Context, db: Db, rows: readonly Shown[]): Promise<(row: Shown) => boolean> {
  const { spaceId } = context;
  if (!(await attributeRightsIn(db, context))) return () => true;
  const hidden = new Map<number, ReadonlySet<number>>();
  for (const { object, node_id } of rows) {
    if (hidden.has(object) || node_id === null) continue;
    const mask = await maskOf(db, { spaceId, versionId: object }, { schedule_id: node_id }, context);
    hidden.set(object, mask?.hidden ?? new Set());
  }
  return ({ object, attribute_id }) => attribute_id !== null && hidden.get(object)?.has(attribute_id) === false;
}
