import { z } from 'zod';
import { ANYWHERE, endpoint, IN_SPACE, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';

export const measuresErrors = { 'measure.not_found': 404, 'measure.sign_taken': 409 } as const;

/** A unit of measure: its name, and the sign that stands behind numbers. */
const measure = z.object({ name: titleField('validation.enter_name'), sign: z.string().trim().min(1, 'validation.enter_sign').max(16) });
export type MeasureDefinition = z.output<typeof measure>;
const params = z.object({ id: pathId });

export const measures = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/measures',
    summary: 'Units of measure of the space',
    right: 'structure.read',
    place: ANYWHERE,
    output: z.object({ measures: z.array(measure.extend({ id: z.number(), attributes: z.number() })) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/measures',
    summary: 'Create a unit of measure',
    right: 'structure.edit',
    place: IN_SPACE,
    body: measure,
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/measures/{id}',
    summary: 'Change a unit of measure',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
    body: measure.partial(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/measures/{id}',
    summary: 'Delete a unit of measure; attributes keep the sign that they have',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
  }),
};
