import { z } from 'zod';
import { ANYWHERE, atNode, atNodeOfBody, endpoint, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';
import { firstValues, lossOfLocked, node } from './eps.ts';

const params = z.object({ id: pathId });
const name = titleField('validation.enter_name');

export const projects = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/projects',
    summary: 'Projects of the space or of one facility',
    right: 'structure.read',
    place: ANYWHERE,
    heavy: 'space',
    query: z.object({ facility_id: pathId.optional() }),
    output: z.object({ projects: z.array(node) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/projects',
    summary: 'Create a project in a facility',
    right: 'structure.edit',
    place: atNodeOfBody('facility_id'),
    body: z.object({ name, facility_id: z.number().int().positive(), values: firstValues }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}',
    summary: 'One project',
    right: 'structure.read',
    place: atNode('id'),
    params,
    output: node,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{id}',
    summary: 'Rename a project',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    body: z.object({ name }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{id}',
    summary: 'Delete a project with everything below it',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    query: lossOfLocked,
  }),
  schedules: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/schedules',
    summary: 'Schedules of a project, those in groups included',
    right: 'structure.read',
    place: atNode('id'),
    params,
    output: z.object({ schedules: z.array(node) }),
  }),
  createSchedule: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/schedules',
    summary: 'Create a schedule in a project',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    body: z.object({ name, values: firstValues }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
};
