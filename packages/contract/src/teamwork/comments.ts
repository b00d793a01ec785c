import { z } from 'zod';
import { atNode, endpoint, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { messageField } from '../fields.ts';

export const commentsErrors = {
  'comment.not_found': 404,
  'comment.row_not_found': 404,
  'comment.card_not_found': 404,
  'comment.assignment_not_found': 404,
  'comment.reply_not_found': 404,
  'comment.too_many_mentions': 422,
} as const;

/** A comment says at most so many characters. */
export const COMMENT_LENGTH = 8000;
/** A comment mentions at most so many people, each as `@{12}`. */
export const COMMENT_MENTIONS = 50;

/** Somebody who is mentioned; the name is null where the caller's space does not know them. */
const mentioned = z.object({ user_id: z.number(), name: z.string().nullable() });

/** A comment on a node, on a work of a schedule (then it is the same in all versions of the schedule), on a card of a board, or on an action item. */
export const comment = z.object({
  id: z.number(),
  node_id: z.number(),
  row_id: z.number().nullable(),
  card_id: z.number().nullable(),
  assignment_id: z.number().nullable(),
  /** Markdown, as it was written; never HTML. */
  text: z.string(),
  author_id: z.number().nullable(),
  author: z.string(),
  created_at: z.string(),
  client_key: z.string(),
  /** What it answers; the text is null where that was deleted. */
  reply: z.object({ id: z.number(), author: z.string(), text: z.string().nullable() }).nullable(),
  /** Whom the text mentions of those who read here. */
  mentions: z.array(mentioned),
});
export type Comment = z.output<typeof comment>;

/** The work that comments are about, as a version shows it, the card, or the action item; left out: the node itself. A card of a row has the comments of its work. */
const work = { wbs_id: pathId.optional(), version_id: pathId.optional(), card_id: pathId.optional(), assignment_id: pathId.optional() };
type About = { wbs_id?: number; version_id?: number; card_id?: number; assignment_id?: number };
const onOnePlace = ({ wbs_id, version_id, card_id, assignment_id }: About): boolean =>
  (wbs_id === undefined) === (version_id === undefined) && [wbs_id, card_id, assignment_id].filter((one) => one !== undefined).length <= 1;
const one = z.object({ id: pathId });
const oneComment = z.object({ id: pathId, commentId: pathId });

export const comments = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/comments',
    summary: 'Comments on a node, on a work of a schedule, on a card or on an action item, newest first; `next` goes on before the last',
    right: 'chat.read',
    place: atNode('id'),
    params: one,
    query: z
      .object({ ...work, before: pathId.optional(), limit: z.coerce.number<number>().int().min(1).max(100).default(30) })
      .refine(onOnePlace),
    output: z.object({ comments: z.array(comment), next: z.number().nullable() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{id}/comments',
    summary:
      'Comment on a node, a work, a card or an action item; `not_told` names the mentioned who do not read there. Sent again with its key it is the same comment',
    right: 'chat.write',
    place: atNode('id'),
    params: one,
    body: z
      .strictObject({ ...work, text: messageField(COMMENT_LENGTH), reply_to: z.number().int().positive().optional(), client_key: z.uuid() })
      .refine(onOnePlace),
    output: z.object({ success: z.literal(true), comment, not_told: z.array(mentioned) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/eps/{id}/comments/{commentId}',
    summary: 'Delete a comment; who wrote it or may moderate takes it back within 30 days',
    right: 'chat.write',
    place: atNode('id'),
    params: oneComment,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{id}/comments/{commentId}/restore',
    summary: 'Take back the deletion of a comment',
    right: 'chat.write',
    place: atNode('id'),
    params: oneComment,
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/comments/people',
    summary: 'Who reads comments at a node and can be mentioned there, at most 20 whose name holds what is searched for',
    right: 'chat.read',
    place: atNode('id'),
    params: one,
    query: z.object({ search: z.string().max(100).default('') }),
    output: z.object({ people: z.array(z.object({ user_id: z.number(), name: z.string(), login: z.string().nullable() })) }),
  }),
};

export const commentsEvents = {
  /** A comment was written or taken back at a node, or at a work of it. */
  eps_comment_created: heardBy('chat.read', 'node', 'eps_id', event({ eps_id: z.number(), comment_id: z.number() })),
  eps_comment_deleted: heardBy('chat.read', 'node', 'eps_id', event({ eps_id: z.number(), comment_id: z.number() })),
};
