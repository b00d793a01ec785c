import { z } from 'zod';
import { ANYWHERE, atNode, endpoint, IN_SPACE, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';
import { firstValues, lossOfLocked, node } from './eps.ts';

const params = z.object({ id: pathId });
const name = titleField('validation.enter_name');

export const facilities = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/facilities',
    summary: 'Facilities of the space',
    right: 'structure.read',
    place: ANYWHERE,
    heavy: 'space',
    output: z.object({ facilities: z.array(node) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/facilities',
    summary: 'Create a facility',
    right: 'structure.edit',
    place: IN_SPACE,
    body: z.object({ name, values: firstValues }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/facilities/{id}',
    summary: 'One facility',
    right: 'structure.read',
    place: atNode('id'),
    params,
    output: node,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/facilities/{id}',
    summary: 'Rename a facility',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    body: z.object({ name }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/facilities/{id}',
    summary: 'Delete a facility with everything below it',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    query: lossOfLocked,
  }),
};
