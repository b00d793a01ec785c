import { LAG_CALENDARS, RELATION_TYPES, TASK_STATUSES } from '@gantry/domain';
import { z } from 'zod';
import { atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { nextRow, pageOfRows } from '../fields.ts';
import { edited } from './edits.ts';
import { rowSchema } from './version-row.ts';

export const relationsErrors = {
  'relation.not_found': 404,
  'relation.cycle': 409,
  'relation.to_itself': 422,
  'relation.exists': 409,
  'relation.unknown_item': 422,
  'relation.with_summary': 422,
} as const;

const params = z.object({ id: pathId });
const one = z.object({ id: pathId, relationId: pathId });
const id = z.number().int().positive();

/** Both spellings of a link type are accepted, lower case is stored. */
const type = z.string().toLowerCase().pipe(z.enum(RELATION_TYPES));
const lag = z.number().int().min(-5_000_000).max(5_000_000);

/** A relation as the tab task_relations lists it, seen from one task: the fields are those of the task at its other end. */
export const taskRelation = z.object({
  id: z.number(),
  side: z.enum(['predecessor', 'successor']),
  type: z.enum(RELATION_TYPES),
  lag_minutes: z.number(),
  lag_calendar: z.enum(LAG_CALENDARS).nullable(),
  driving: z.boolean(),
  other: z.object({
    id: z.number(),
    code: z.string(),
    name: z.string(),
    status: z.enum(TASK_STATUSES),
    progress: z.number(),
    start: z.string().nullable(),
    finish: z.string().nullable(),
    free_reserve: z.number().nullable(),
    full_reserve: z.number().nullable(),
    critical: z.boolean(),
    /** By which scenario it goes on once begun; null: as its version says. */
    scenario: z.number().nullable(),
    schedule: z.string(),
    project: z.string().nullable(),
  }),
});

export const relations = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/relations',
    summary: 'Relations of a version',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    query: pageOfRows,
    output: z.object({ total: z.number(), next: nextRow, relations: z.array(rowSchema('relation')) }),
  }),
  ofTask: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/relations/wbs/{wbsId}',
    summary: 'Relations of one task, from its point of view',
    right: 'plan.read',
    place: atVersion('id'),
    params: z.object({ id: pathId, wbsId: pathId }),
    output: z.object({ relations: z.array(taskRelation) }),
  }),
  setPredecessors: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/relations/wbs/{wbsId}/predecessors',
    summary: 'Make these the relations that a task waits for; its others go',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params: z.object({ id: pathId, wbsId: pathId }),
    body: z.object({ predecessors: z.array(z.object({ id, type, lag_minutes: lag })).max(1000) }),
    output: edited,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/relations',
    summary: 'Relate two tasks',
    right: 'plan.edit',
    place: atVersion('id'),
    params,
    body: z.object({
      predecessor_id: id,
      successor_id: id,
      type: type.default('fs'),
      lag_minutes: lag.default(0),
      lag_calendar: z.enum(LAG_CALENDARS).nullable().default(null),
    }),
    output: edited.extend({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/relations/{relationId}',
    summary: 'Change type or lag of a relation',
    right: 'plan.edit',
    place: atVersion('id'),
    params: one,
    body: z.object({ type: type.optional(), lag_minutes: lag.optional(), lag_calendar: z.enum(LAG_CALENDARS).nullable().optional() }),
    output: edited,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/relations/{relationId}',
    summary: 'Remove a relation',
    right: 'plan.edit',
    place: atVersion('id'),
    params: one,
    output: edited,
  }),
};
