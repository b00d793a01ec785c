import { LICENSE_STATES, LOG_LEVELS_FORM } from '@gantry/domain';
import { z } from 'zod';
import { endpoint, pathId } from '../endpoint.ts';
import { license, licenseActive, licenseLoaded, licenseStanding, licenseToken } from './licenses.ts';

export const installationErrors = {
  'installation.person_not_found': 404,
  'installation.not_yourself': 409,
  'installation.last_administrator': 409,
  'installation.named_by_environment': 409,
} as const;

const right = 'installation' as const;
const found = z.object({ search: z.string().trim().max(128).optional(), limit: z.coerce.number().int().min(1).max(500).default(200) });
const params = z.object({ id: pathId });

/** Nothing of this is spelled in the specification, which names a system administrator as the one to turn to. */
export const installation = {
  state: endpoint({
    method: 'GET',
    path: '/api/v1/installation',
    summary: 'State of the installation: version, what is in it, work that waits',
    right,
    output: z.object({
      version: z.string(),
      node: z.string(),
      database: z.string(),
      started_at: z.string(),
      people: z.number(),
      spaces: z.number(),
      sessions: z.number(),
      jobs: z.object({ waiting: z.number(), running: z.number(), failed: z.number() }),
      database_bytes: z.number(),
      /** What the servers log, by their environment, and as it was changed since; null: it was not. */
      log_levels: z.object({ given: z.string(), set: z.string().nullable() }),
      protection: z.object({
        /** Copies of the whole installation; null: none are kept by the program. */
        copies: z
          .object({
            folder: z.string(),
            /** Any moment since this one can be restored. */
            since: z.string().nullable(),
            last: z.string().nullable(),
            archived_at: z.string().nullable(),
            failing: z.boolean(),
          })
          .nullable(),
        /** Spaces with a backup that was proven within eight days. */
        spaces_proven: z.number(),
      }),
    }),
  }),
  setLogLevels: endpoint({
    method: 'PUT',
    path: '/api/v1/installation/log-levels',
    summary: 'What all servers of the installation log from now on; null: as their environment says',
    right,
    body: z.strictObject({ levels: z.string().max(500).regex(LOG_LEVELS_FORM).nullable() }),
  }),
  spaces: endpoint({
    method: 'GET',
    path: '/api/v1/installation/spaces',
    summary: 'Spaces of the installation, with their owners and licences; not what is in them',
    right,
    query: found,
    output: z.object({
      total: z.number(),
      spaces: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          kind: z.enum(['regular', 'free', 'demo']),
          owners: z.array(z.string()),
          members: z.number(),
          projects: z.number(),
          license: z.enum(LICENSE_STATES),
          created_at: z.string(),
          deleting: z.boolean(),
        }),
      ),
    }),
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/v1/installation/people',
    summary: 'People of the installation',
    right,
    query: found,
    output: z.object({
      total: z.number(),
      people: z.array(
        z.object({
          id: z.number(),
          /** Null: a name without an account, which a sample or a restored space brought; its address is null as well. */
          login: z.string().nullable(),
          email: z.string().nullable(),
          name: z.string(),
          status: z.enum(['active', 'disabled']),
          administrator: z.boolean(),
          /** Appointed in the configuration; not changeable here. */
          named: z.boolean(),
          spaces: z.number(),
          sessions: z.number(),
          last_activity: z.string().nullable(),
          created_at: z.string(),
        }),
      ),
    }),
  }),
  changePerson: endpoint({
    method: 'PATCH',
    path: '/api/v1/installation/people/{id}',
    summary: 'Disable and enable an account, or appoint and dismiss an administrator of the installation',
    right,
    params,
    body: z.strictObject({ status: z.enum(['active', 'disabled']).optional(), administrator: z.boolean().optional() }),
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/v1/installation/people/{id}/sessions',
    summary: 'End all sessions of a person',
    right,
    params,
    output: z.object({ success: z.literal(true), ended: z.number() }),
  }),
  licenses: endpoint({
    method: 'GET',
    path: '/api/v1/installation/licenses',
    summary: 'Corporate licences, for every space without an active one of its own',
    right,
    output: z.object({ installation: z.string(), standing: licenseStanding, licenses: z.array(license) }),
  }),
  loadLicense: endpoint({
    method: 'POST',
    path: '/api/v1/installation/licenses',
    summary: 'Load a corporate licence',
    right,
    body: licenseToken,
    output: licenseLoaded,
  }),
  setLicenseActive: endpoint({
    method: 'PATCH',
    path: '/api/v1/installation/licenses/{id}/set-active',
    summary: 'Make a corporate licence the active one, or no longer that',
    right,
    params,
    body: licenseActive,
  }),
  removeLicense: endpoint({
    method: 'DELETE',
    path: '/api/v1/installation/licenses/{id}',
    summary: 'Delete a corporate licence that is not active',
    right,
    params,
  }),
};
