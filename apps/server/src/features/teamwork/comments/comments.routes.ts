import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { createComment, findPeople, readComments, setCommentDeleted } from './comments.service.ts';

export const commentsRoutes: Handlers<typeof api.comments> = {
  list: (context, { params, query }) => readComments(context, params.id, query),
  create: (context, { params, body }) => createComment(context, params.id, body),
  remove: (context, { params }) => setCommentDeleted(context, params.id, params.commentId, true),
  restore: (context, { params }) => setCommentDeleted(context, params.id, params.commentId, false),
  people: (context, { params, query }) => findPeople(context, params.id, query.search),
};
