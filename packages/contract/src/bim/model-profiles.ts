import { z } from 'zod';
import { atNode, endpoint, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';
import { linkCondition } from './model-links.ts';
import { look, PROFILE_KINDS, PROFILE_PHASES } from './model-looks.ts';

export const modelProfilesErrors = {
  'model_profile.not_found': 404,
  'model_profile.state_not_found': 404,
  'model_profile.state_taken': 409,
  'model_profile.too_many': 422,
} as const;

export const MOST_PROFILES = 100;

const change = z.strictObject({
  name: titleField('validation.enter_name'),
  kind: z.enum(PROFILE_KINDS),
  /** What it asks of works; the first profile whose conditions a work fulfils is its own. */
  conditions: z.array(linkCondition).max(20),
});
const definition = change.extend({ kind: change.shape.kind.default('install'), conditions: change.shape.conditions.default([]) });
export type ModelProfileDefinition = z.output<typeof definition>;
const profile = change.extend({ id: z.number(), position: z.number() });
export type ModelProfile = z.output<typeof profile>;

const stateOf = z.strictObject({ profile_id: z.number().int().positive(), phase: z.enum(PROFILE_PHASES), ...look });
const state = stateOf.extend({ id: z.number() });
export type ModelProfileState = z.output<typeof state>;

const params = z.object({ id: pathId });
const ofProfile = z.object({ id: pathId, profileId: pathId });
const ofState = z.object({ id: pathId, stateId: pathId });
const created = z.object({ success: z.literal(true), id: z.number() });

/** How elements look on the days of their works: profiles, and what each shows otherwise than its kind. */
export const modelProfiles = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/3d/profiles',
    summary: 'Appearance profiles of a project, in the order in which works are asked',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: z.object({ profiles: z.array(profile) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/3d/profiles',
    summary: 'Make an appearance profile; it comes last',
    right: 'bim.edit',
    place: atNode('id'),
    params,
    body: definition,
    output: created,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{id}/3d/profiles/{profileId}',
    summary: 'Change an appearance profile, or its place among the others',
    right: 'bim.edit',
    place: atNode('id'),
    params: ofProfile,
    body: change.extend({ position: z.number().int().min(1).max(MOST_PROFILES) }).partial(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{id}/3d/profiles/{profileId}',
    summary: 'Delete an appearance profile with its states',
    right: 'bim.edit',
    place: atNode('id'),
    params: ofProfile,
  }),
  states: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/3d/states',
    summary: 'What the appearance profiles of a project show otherwise than their kinds',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: z.object({ states: z.array(state) }),
  }),
  createState: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/3d/states',
    summary: 'Say how a profile shows elements before, during or after their works, early, late or critical',
    right: 'bim.edit',
    place: atNode('id'),
    params,
    body: stateOf,
    output: created,
  }),
  updateState: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{id}/3d/states/{stateId}',
    summary: 'Change a state: whether elements are seen, their colour, how solid they are',
    right: 'bim.edit',
    place: atNode('id'),
    params: ofState,
    body: z.strictObject(look).partial(),
  }),
  removeState: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{id}/3d/states/{stateId}',
    summary: 'Delete a state: the kind of the profile is shown again',
    right: 'bim.edit',
    place: atNode('id'),
    params: ofState,
  }),
};
