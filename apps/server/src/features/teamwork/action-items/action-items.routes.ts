import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { createComment } from '../comments/comments.service.ts';
import {
  createActionItems,
  editActionItem,
  readActionItem,
  readOfRow,
  readOwn,
  removeActionItem,
  requireComment,
  stepActionItem,
} from './action-items.service.ts';

export const actionItemsRoutes: Handlers<typeof api.actionItems> = {
  save: (context, { params, body }) => createActionItems(context, params.id, body),
  listOfRow: (context, { params }) => readOfRow(context, params.id, params.wbsId),
  listByRow: (context, { params, query }) => readOfRow(context, query.version_id, params.wbsId),
  async update(context, { params: { id, assignmentId }, body }) {
    if ('act' in body) return stepActionItem(context, id, assignmentId, body);
    if ('change' in body) return editActionItem(context, id, assignmentId, body.change);
    await requireComment(context, id);
    const { comment } = await createComment(context, id, {
      assignment_id: assignmentId,
      text: body.comment,
      client_key: body.client_key,
    });
    return { item: await readActionItem(context, id, assignmentId), comment };
  },
  remove: (context, { params }) => removeActionItem(context, params.id, params.assignmentId),
  listOwn: (context, { query }) => readOwn(context, query),
};
