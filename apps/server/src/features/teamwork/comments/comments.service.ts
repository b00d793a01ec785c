import { COMMENT_MENTIONS } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { readersAt, readersOf } from '../../access/grants/grants.service.ts';
import { nodesAbove } from '../../access/roles/roles.access.service.ts';
import { findCard, touchCard } from '../kanban/kanban.service.ts';
import { notify as notifyPeople } from '../notices/notices.service.ts';
import { findWork, scheduleOfVersion } from '../storage/storage.service.ts';
import {
  findActionItem,
  findComment,
  type KeptComment,
  listComments,
  listPeople,
  markDeleted,
  type Place,
  saveComment,
  saveMentions,
} from './comments.repository.ts';
import { mentionsOf } from './comments.rules.ts';

export { listPeople } from './comments.repository.ts';
export { mentionsOf } from './comments.rules.ts';

type Named = { wbs_id?: number; version_id?: number; card_id?: number; assignment_id?: number };
const PEOPLE_SHOWN = 20;

/** The place that a call names, with the work as its version shows it, the card, or the action item. */
async function placeAt(context: Context, db: Db, nodeId: number, { wbs_id, version_id, card_id, assignment_id }: Named) {
  const node = { nodeId, works: null, cardId: null, actionItemId: null };
  if (assignment_id !== undefined) {
    const item = await findActionItem(db, context.spaceId, nodeId, assignment_id);
    if (!item) fail('comment.assignment_not_found');
    // Search finds the comment at the work.
    const work = { id: item.row_id, code: item.row_code };
    return { place: { ...node, actionItemId: item.id } satisfies Place, work, name: item.title, item };
  }
  if (card_id !== undefined) {
    const card = await findCard(context, db, nodeId, card_id);
    if (!card) fail('comment.card_not_found');
    return { place: { ...node, cardId: card.id } satisfies Place, work: null, name: card.title, item: null };
  }
  if (wbs_id === undefined || version_id === undefined) return { place: node satisfies Place, work: null, name: '', item: null };
  const schedule = await scheduleOfVersion(db, context.spaceId, version_id);
  const work = schedule === nodeId ? await findWork(db, context.spaceId, version_id, wbs_id) : null;
  if (!work) fail('comment.row_not_found');
  const place: Place = { ...node, works: { version_id, ids: [work.id], codes: [work.code] } };
  return { place, work, name: work.name, item: null };
}

/** Comments of a place, newest first. */
export async function readComments(
  context: Context,
  nodeId: number,
  { before, limit, ...named }: Named & { before?: number; limit: number },
) {
  return context.read(async (db) => {
    const { place } = await placeAt(context, db, nodeId, named);
    const rows = await listComments(db, context.spaceId, place, { limit: limit + 1, ...(before === undefined ? {} : { before }) });
    const comments = rows.slice(0, limit);
    return { comments, next: rows.length > limit ? (comments.at(-1)?.id ?? null) : null };
  });
}

/** Writes a comment, notes who of the mentioned reads there, and answers who does not. */
export async function createComment(
  context: Context,
  nodeId: number,
  { text, reply_to, client_key, ...named }: Named & { text: string; reply_to?: number; client_key: string },
) {
  const { spaceId, userId } = context;
  const wanted = mentionsOf(text);
  if (wanted.length > COMMENT_MENTIONS) fail('comment.too_many_mentions', { most: COMMENT_MENTIONS });
  // Whom a mention may reach does not depend on what the author sees of the space.
  const readers = wanted.length
    ? await context.database.read({ spaceId, userId: null }, (db) => readersAt(db, spaceId, nodeId, 'chat.read', wanted))
    : new Set<number>();
  return context.write(async (tx) => {
    const { place, work, name, item } = await placeAt(context, tx, nodeId, named);
    if (!(await nodesAbove(tx, spaceId, nodeId)).length) fail('node.not_found', { id: nodeId });
    if (reply_to !== undefined && !(await listComments(tx, spaceId, place, { limit: 1, only: reply_to })).length)
      fail('comment.reply_not_found');
    const { id, made } = await saveComment(tx, spaceId, {
      node_id: nodeId,
      row_id: work?.id ?? null,
      row_code: work?.code ?? null,
      card_id: place.cardId,
      action_item_id: place.actionItemId,
      text,
      reply_to: reply_to ?? null,
      client_key,
      created_by: userId,
    });
    if (made) {
      const reported = wanted.filter((one) => readers.has(one));
      await saveMentions(tx, spaceId, { node_id: nodeId, comment_id: id }, reported);
      await notifyPeople(context, tx, spaceId, {
        userIds: reported.filter((one) => one !== userId),
        kind: 'mention',
        actorId: userId,
        nodeId,
        itemId: work?.id ?? null,
        rowCode: work?.code ?? null,
        data: { name, count: 1, date: null },
        dedupe: `mention ${id}`,
      });
      if (place.cardId !== null) await touchCard(context, tx, place.cardId);
      if (item) await noticeOfActionItem(context, tx, nodeId, item);
      await notify(context, tx, 'eps_comment_created', nodeId, id);
    }
    const [comment] = await listComments(tx, spaceId, place, { limit: 1, only: id });
    if (!comment) fail('comment.not_found');
    const deaf = wanted.filter((one) => !readers.has(one));
    // The answer names only members of the space.
    const names = new Map((await listPeople(tx, spaceId, deaf, { limit: deaf.length })).map(({ user_id, name }) => [user_id, name]));
    return { comment, not_told: deaf.map((user_id) => ({ user_id, name: names.get(user_id) ?? null })) };
  });
}

type Commented = NonNullable<Awaited<ReturnType<typeof findActionItem>>>;

/** People of an action item and who asked for it hear of a comment on it. */
async function noticeOfActionItem(context: Context, tx: Tx, nodeId: number, { id, row_id, row_code, title, people }: Commented) {
  await notifyPeople(context, tx, context.spaceId, {
    userIds: [...new Set(people)].filter((one) => one !== context.userId),
    kind: 'assignment_comment',
    actorId: context.userId,
    nodeId,
    itemId: row_id,
    rowCode: row_code,
    data: { name: title, count: 1, date: null },
    dedupe: `assignment_comment ${context.requestId}`,
  });
  await context.push.send(tx, { spaceId: context.spaceId, topic: `assignments ${nodeId}` }, 'assignment_changed', {
    eps_id: nodeId,
    assignment_id: id,
    wbs_id: row_id,
  });
}

/** Deletes a comment for who wrote it or may moderate, or takes that back. */
export async function setCommentDeleted(context: Context, nodeId: number, id: number, deleted: boolean): Promise<void> {
  await context.write(async (tx) => {
    const comment = await findComment(tx, context.spaceId, nodeId, id);
    if (!comment || (comment.deleted_at === null) !== deleted) fail('comment.not_found');
    requireOwnOrModerator(context, comment);
    context.note({ node: nodeId });
    await markDeleted(tx, context.spaceId, id, deleted ? context.userId : null);
    if (comment.card_id !== null) await touchCard(context, tx, comment.card_id);
    await notify(context, tx, deleted ? 'eps_comment_deleted' : 'eps_comment_created', nodeId, id);
  });
}

function requireOwnOrModerator(context: Context, { created_by }: KeptComment): void {
  if (created_by !== context.userId && !context.can('chat.moderate')) fail('auth.forbidden', { right: 'chat.moderate' });
}

/** Who reads comments at a node, for whoever is about to mention somebody. */
export async function findPeople(context: Context, nodeId: number, search: string) {
  const readers = await readersOf(context, context.spaceId, nodeId, 'chat.read');
  return { people: await context.read((db) => listPeople(db, context.spaceId, [...readers], { search, limit: PEOPLE_SHOWN })) };
}

type CommentEvent = 'eps_comment_created' | 'eps_comment_deleted';
const notify = (context: Context, tx: Tx, event: CommentEvent, nodeId: number, id: number): Promise<void> =>
  context.push.send(tx, { spaceId: context.spaceId, topic: `comments ${nodeId}` }, event, { eps_id: nodeId, comment_id: id });
