import type { SpaceRight } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, endpoint, LARGE_BODY, pathId } from './endpoint.ts';
import { nameField } from './fields.ts';

export const presetErrors = {
  'preset.not_found': 404,
  'preset.name_taken': 409,
  'preset.not_yours': 403,
  'preset.may_not_share': 403,
} as const;

const SHARED_BY: Partial<Record<string, SpaceRight>> = { estimate_mapping: 'estimate.edit' };
/** The right that sharing presets of a kind with the space takes: that to change what they are for, at some place. */
export const rightToShare = (kind: string): SpaceRight => SHARED_BY[kind] ?? 'plan.edit';

const target = z.string().max(64).default('').describe('What it is active for: the id of a node, empty for everything');

/** How a collection of presets spells the ends of its paths. */
type Spelling = { create: '' | '/create'; update: '' | '/update'; setActive: '/set-active' | '/setActive' };
const PLAIN: Spelling = { create: '', update: '', setActive: '/set-active' };

/** The call that leaves none of a collection of presets active. */
export const presetReset = (path: `/api/v1/${string}`, noun: string) =>
  endpoint({
    method: 'PATCH',
    path: `${path}/reset`,
    summary: `None of the ${noun} is active any longer`,
    right: 'plan.read',
    place: ANYWHERE,
    body: z.object({ target }),
  });

/** The calls of a collection of presets, one of them active for each person: own ones and those shared by others. */
export function presetContract<C extends z.ZodType>(path: `/api/v1/${string}`, noun: string, content: C, spelling: Spelling = PLAIN) {
  const params = z.object({ id: pathId });
  const name = nameField('validation.enter_name');
  const preset = z.object({
    id: z.number(),
    name: z.string(),
    shared: z.boolean(),
    /** Whether the caller made it. */
    own: z.boolean(),
    owner: z.string(),
    active: z.boolean(),
    content,
  });
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `The caller's ${noun} and those that others share`,
      right: 'plan.read',
      place: ANYWHERE,
      query: z.object({ target }),
      output: z.object({ items: z.array(preset) }),
    }),
    create: endpoint({
      method: 'POST',
      path: `${path}${spelling.create}`,
      summary: `Save one of the ${noun}`,
      right: 'plan.read',
      bodyBytes: LARGE_BODY,
      place: ANYWHERE,
      body: z.object({ name, shared: z.boolean().default(false), content }),
      output: z.object({ success: z.literal(true), id: z.number() }),
    }),
    update: endpoint({
      method: 'PATCH',
      path: `${path}/{id}${spelling.update}`,
      summary: `Rename, share or change one of the ${noun}`,
      right: 'plan.read',
      bodyBytes: LARGE_BODY,
      place: ANYWHERE,
      params,
      body: z.object({ name: name.optional(), shared: z.boolean().optional(), content: content.optional() }),
    }),
    setActive: endpoint({
      method: 'PATCH',
      path: `${path}/{id}${spelling.setActive}`,
      summary: `Make one of the ${noun} the caller's active one, or no longer`,
      right: 'plan.read',
      place: ANYWHERE,
      params,
      body: z.object({ target, active: z.boolean().default(true) }),
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete one of the ${noun}`,
      right: 'plan.read',
      place: ANYWHERE,
      params,
    }),
  };
}
