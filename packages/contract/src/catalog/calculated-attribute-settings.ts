import { OWN_ATTRIBUTE_TYPES } from '@gantry/domain';
import { z } from 'zod';
import { followed } from '../access/jobs.ts';
import { ANYWHERE, endpoint, IN_SPACE, pathId } from '../endpoint.ts';

/** Longest formula. */
const formula = z.string().trim().min(1, 'validation.enter_formula').max(4000);
const setting = z.object({
  /** The id of the attribute that is calculated. */
  id: z.number(),
  node_id: z.number().nullable(),
  name: z.string(),
  key: z.string(),
  type: z.enum(OWN_ATTRIBUTE_TYPES),
  formula: z.string(),
  /** What it reads, by name. */
  reads: z.array(z.string()),
});
const params = z.object({ id: pathId });
const saved = followed.extend({ id: z.number() });

export const calculatedAttributeSettings = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/calculated-attribute-settings',
    summary: 'Attributes that are calculated, with their formulas and what these read',
    right: 'structure.read',
    place: ANYWHERE,
    heavy: 'space',
    output: z.object({ settings: z.array(setting) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/calculated-attribute-settings',
    summary: 'Give an attribute a formula; its values are calculated from then on',
    right: 'structure.edit',
    place: IN_SPACE,
    body: z.object({ attribute_id: z.number().int().positive(), formula }),
    output: saved,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/calculated-attribute-settings/{id}',
    summary: 'Change the formula of an attribute',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
    body: z.object({ formula }),
    output: saved,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/calculated-attribute-settings/{id}',
    summary: 'Take the formula of an attribute away; its values are typed from then on',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
    output: saved,
  }),
};
