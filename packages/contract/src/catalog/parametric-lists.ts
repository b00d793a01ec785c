import { z } from 'zod';
import { ANYWHERE, endpoint, IN_SPACE, pathId, LARGE_BODY } from '../endpoint.ts';
import { titleField } from '../fields.ts';

export const parametricListsErrors = {
  'parametric_list.not_found': 404,
  'parametric_list.name_taken': 409,
  'parametric_list.entry_twice': 422,
  'parametric_list.entries_full': 422,
} as const;

/** Entries of all parametric lists of a space, each list counted as one more. */
export const MOST_LIST_ENTRIES = 100_000;

/** A list whose entries carry a parameter: a concrete class with its strength, a zone with its rate. */
const list = z.object({
  name: titleField('validation.enter_name'),
  entries: z.array(z.object({ name: titleField('validation.enter_name'), value: z.number().nullable().default(null) })).max(5000),
});
export type ParametricListDefinition = z.output<typeof list>;
const params = z.object({ id: pathId });

export const parametricLists = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/parametric-lists',
    summary: 'Parametric lists of the space with their entries',
    right: 'structure.read',
    place: ANYWHERE,
    output: z.object({ lists: z.array(list.extend({ id: z.number() })) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/parametric-lists',
    summary: 'Create a parametric list',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    body: list,
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/parametric-lists/{id}',
    summary: 'Change the name or the entries of a parametric list',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    params,
    body: z.object({ name: list.shape.name.optional(), entries: list.shape.entries.optional() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/parametric-lists/{id}',
    summary: 'Delete a parametric list; attributes keep the entries that they took from it',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
  }),
};
