import { z } from 'zod';
import { endpoint, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';
import { versionSummary } from '../structure/eps.ts';

export const versionsErrors = {
  'version.not_found': 404,
  'version.locked': 409,
  'version.name_taken': 409,
  'version.is_calculating': 409,
} as const;

const params = z.object({ id: pathId });
const name = titleField('validation.enter_name');

export const versions = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/versions',
    summary: 'Versions of a schedule',
    right: 'plan.read',
    params,
    output: z.object({ versions: z.array(versionSummary) }),
  }),
  actualInfo: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/actual/info',
    summary: 'The actual version of a schedule, else its newest one',
    right: 'plan.read',
    params,
    output: z.object({ version: versionSummary.nullable() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/create',
    summary: 'Create an empty version',
    right: 'plan.edit',
    params,
    body: z.object({ name }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  /** Not spelled in the specification: the schedule screen needs one version with its place. */
  get: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}',
    summary: 'One version with its place in the hierarchy',
    right: 'plan.read',
    params,
    output: versionSummary.extend({ path: z.array(z.object({ id: z.number(), kind: z.string(), name: z.string() })) }),
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/rename',
    summary: 'Rename a version',
    right: 'plan.edit',
    params,
    body: z.object({ name }),
  }),
  remove: endpoint({ method: 'DELETE', path: '/api/v1/versions/{id}', summary: 'Delete a version', right: 'plan.edit', params }),
  setActual: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/setActualStatus',
    summary: 'Make this the actual version; the former one becomes an ordinary version',
    right: 'plan.edit',
    params,
  }),
  setLocked: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/setLocked',
    summary: 'Lock or unlock a version',
    right: 'plan.edit',
    params,
    body: z.object({ locked: z.boolean() }),
  }),
};
