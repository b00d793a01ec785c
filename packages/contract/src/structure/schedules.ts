import { z } from 'zod';
import { ANYWHERE, atNode, atNodeOfBody, endpoint, IN_SPACE, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';
import { firstValues, lossOfLocked, node } from './eps.ts';

const params = z.object({ id: pathId });
const name = titleField('validation.enter_name');
const id = z.number().int().positive();

export const schedules = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}',
    summary: 'One schedule',
    right: 'structure.read',
    place: atNode('id'),
    params,
    output: node,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/schedules/{id}',
    summary: 'Delete a schedule with its versions',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    query: lossOfLocked,
  }),
  listGroups: endpoint({
    method: 'GET',
    path: '/api/v1/schedule-group',
    summary: 'Schedule groups of the space or of one project',
    right: 'structure.read',
    place: ANYWHERE,
    query: z.object({ project_id: pathId.optional() }),
    output: z.object({ groups: z.array(node) }),
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/api/v1/schedule-group/create',
    summary: 'Create a schedule group in a project',
    right: 'structure.edit',
    place: atNodeOfBody('project_id'),
    body: z.object({ name, project_id: id, values: firstValues }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  updateGroup: endpoint({
    method: 'PATCH',
    path: '/api/v1/schedule-group/{id}',
    summary: 'Rename a schedule group',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    body: z.object({ name }),
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: '/api/v1/schedule-group/{id}',
    summary: 'Dissolve a schedule group; its schedules move up to the project',
    right: 'structure.edit',
    place: atNode('id'),
    heavy: 'space',
    params,
  }),
  moveGroup: endpoint({
    method: 'PATCH',
    path: '/api/v1/schedule-group/{id}/move',
    summary: 'Move a schedule group to a place among its siblings',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    body: z.object({ index: z.number().int().min(0) }),
  }),
  moveSchedule: endpoint({
    method: 'POST',
    path: '/api/v1/schedule-group/move-schedule',
    summary: 'Move a schedule into a group, or out of any',
    right: 'structure.edit',
    place: IN_SPACE,
    body: z.object({ schedule_id: id, group_id: id.nullable() }),
  }),
};
