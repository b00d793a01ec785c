import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { copyItems } from './wbs.copy.service.ts';
import { createItem, describeItem, dissolveItem, listByIds, listChildren, removeChecked, removeItems, updateItems } from './wbs.service.ts';
import { sendSnapshot, wantsColumns } from './snapshot/wbs.snapshot.service.ts';
import { moveItem, moveItems, shiftItem } from './wbs.tree.service.ts';
import { filterWbs, listColumns, listWbs, readFlags, setFlag } from './wbs.view.service.ts';

export const wbsRoutes: Handlers<typeof api.wbs> = {
  list: (context, { params, query }, { request, reply }) =>
    wantsColumns(request.headers.accept)
      ? sendSnapshot(context, params.id, request.headers['accept-encoding'], reply)
      : listWbs(context, params.id, query, reply),
  filter: (context, { params, body }, { reply }) => filterWbs(context, params.id, body, reply),
  columns: async (context, { params }) => ({ columns: await listColumns(context, params.id) }),
  flags: (context, { params }) => readFlags(context, params.id),
  setChecked: (context, { params, body }) => setFlag(context, params.id, 'checked', body.ids, body.checked),
  setExpanded: (context, { params, body }) => setFlag(context, params.id, 'folded', body.ids, !body.expanded),
  removeChecked: (context, { params }) => removeChecked(context, params.id),
  get: (context, { params }) => describeItem(context, params.id, params.wbsId),
  children: (context, { params, query }) => listChildren(context, params.id, params.wbsId, query),
  byIds: async (context, { params, body }) => ({ items: await listByIds(context, params.id, body.ids) }),
  create: (context, { params, body }) => createItem(context, params.id, body),
  update: (context, { params, body }) => updateItems(context, params.id, [{ ...body, id: params.wbsId }]),
  updateMany: (context, { params, body }) =>
    updateItems(context, params.id, body.items as ({ id: number } & Record<string, unknown>)[], body.skip_refused),
  remove: (context, { params }) => removeItems(context, params.id, [params.wbsId]),
  removeMany: (context, { params, body }) => removeItems(context, params.id, body.ids),
  indent: (context, { params }) => shiftItem(context, params.id, params.wbsId, 'indent'),
  outdent: (context, { params }) => shiftItem(context, params.id, params.wbsId, 'outdent'),
  up: (context, { params }) => shiftItem(context, params.id, params.wbsId, 'up'),
  down: (context, { params }) => shiftItem(context, params.id, params.wbsId, 'down'),
  move: (context, { params, body }) => moveItem(context, params.id, params.wbsId, body.parent_id, body.index),
  moveMany: (context, { params, body }) => moveItems(context, params.id, body.ids, body.parent_id, body.after_id),
  copy: (context, { params, body }) => copyItems(context, params.id, body),
  dissolve: (context, { params }) => dissolveItem(context, params.id, params.wbsId),
  setConstraints: (context, { params, body }) => updateItems(context, params.id, [{ ...body, id: params.wbsId }]),
};
