import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { attributes } from '../catalog/attributes.ts';
import { calendarContent } from '../catalog/calendars.ts';
import { coefficients } from '../catalog/coefficients.ts';
import { ownDistributions } from '../catalog/distributions.ts';
import { ANYWHERE, endpoint, IN_SPACE, pathId, LARGE_BODY } from '../endpoint.ts';
import { event } from '../event.ts';

export const catalogChangesErrors = {
  'catalog_change.not_found': 404,
  'catalog_change.version_changed': 409,
  'catalog_change.nothing_chosen': 422,
  'catalog_change.source_not_found': 404,
  'catalog_change.source_changed': 409,
  'catalog_change.act_not_found': 404,
  'catalog_change.act_not_ready': 409,
  'catalog_change.act_accepted': 409,
  'catalog_change.act_not_accepted': 409,
} as const;

/** What of the catalog has changed: everything that versions follow. */
export const CATALOG_SOURCES = ['directory', 'relation', 'coefficient', 'calendar', 'attribute', 'distribution'] as const;
export type CatalogSource = (typeof CATALOG_SOURCES)[number];

const id = z.number().int().positive();

/** The effect of a catalog change on one version; nothing is stored before acceptance. */
const proposal = z.object({
  id: z.number(),
  version_id: z.number(),
  version_name: z.string(),
  schedule_id: z.number(),
  schedule_name: z.string(),
  source: z.enum(CATALOG_SOURCES),
  source_id: z.number(),
  /** The version has been edited since: look again. */
  stale: z.boolean(),
  locked: z.boolean(),
  works: z.number(),
  finish_before: z.string().nullable(),
  finish_after: z.string().nullable(),
  /** Rows whose calculated finish moves; null when the preview did not calculate the version. */
  moved: z.number().nullable(),
  /** Null: out of the caller's sight. */
  cost_before: z.number().nullable(),
  cost_after: z.number().nullable(),
  created_at: z.string(),
});
export type CatalogProposal = z.output<typeof proposal>;

const field = z.object({ table: z.string(), object: z.string(), field: z.string(), before: z.json(), after: z.json() });
/** One work of a proposal: every field that would change, and its dates and cost before and after. `item_id` 0: what belongs to no work, as prices of resources and calendars. */
const change = z.object({
  item_id: z.number(),
  code: z.string(),
  name: z.string(),
  start_before: z.string().nullable(),
  start_after: z.string().nullable(),
  finish_before: z.string().nullable(),
  finish_after: z.string().nullable(),
  duration_before: z.number(),
  duration_after: z.number(),
  /** Total float by the calculation, working minutes. */
  float_before: z.number().nullable(),
  float_after: z.number().nullable(),
  cost_before: z.number().nullable(),
  cost_after: z.number().nullable(),
  fields: z.array(field),
});
export type CatalogChange = z.output<typeof change>;

/** A change of the catalog that is not saved yet, as the call that would save it takes it. */
const unsaved = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('calendar'), source_id: id, change: calendarContent }),
  z.strictObject({
    source: z.literal('attribute'),
    source_id: id,
    /** `formula` null: typed, not calculated. Left out: as it is. */
    change: attributes.update.body.extend({ formula: z.string().trim().min(1).max(4000).nullable().optional() }),
  }),
  z.strictObject({ source: z.literal('coefficient'), source_id: id, change: coefficients.update.body }),
  z.strictObject({ source: z.literal('distribution'), source_id: id, change: ownDistributions }),
]);
export type UnsavedChange = z.output<typeof unsaved>;

/** How far an act is: looked at, waiting for an answer, saved, taken back. */
export const CATALOG_ACT_STATES = ['looking', 'ready', 'accepted', 'undone'] as const;

/** A change of the catalog together with all that it does to versions: saved as one, taken back as one. */
const act = z.object({
  id: z.number(),
  source: z.enum(CATALOG_SOURCES),
  source_id: z.number(),
  name: z.string(),
  state: z.enum(CATALOG_ACT_STATES),
  /** Changes by version. */
  proposals: z.array(proposal),
  /** Versions that stay as they are although they follow, and why. */
  left: z.array(z.object({ version_id: z.number(), version_name: z.string(), schedule_name: z.string(), code: z.string() })),
  /** Versions that follow and would not change. */
  unchanged: z.number(),
  created_at: z.string(),
});
export type CatalogAct = z.output<typeof act>;

const params = z.object({ id: pathId });

export const catalogChanges = {
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/catalog-changes',
    summary: 'Find out as a job what a change of the catalog would do to the versions that follow it',
    right: 'plan.edit',
    place: IN_SPACE,
    body: z.strictObject({ source: z.enum(CATALOG_SOURCES), source_id: id, version_ids: z.array(id).max(1000).optional() }),
    output: jobAnswer,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/catalog-changes',
    summary: 'Proposals of the catalog that wait for an answer, of one version or all',
    right: 'plan.read',
    place: ANYWHERE,
    heavy: 'space',
    query: z.object({ version_id: pathId.optional() }),
    output: z.object({ proposals: z.array(proposal) }),
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/v1/catalog-changes/{id}',
    summary: 'The works that a proposal would change, field by field, with dates and cost before and after',
    right: 'plan.read',
    place: ANYWHERE,
    heavy: 'space',
    params,
    query: z.object({ offset: z.coerce.number().int().min(0).default(0), limit: z.coerce.number().int().min(1).max(1000).default(200) }),
    output: z.object({ proposal, total: z.number(), changes: z.array(change) }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/v1/catalog-changes/{id}/accept',
    summary: 'Write a proposal, or its changes of some works, into the version as one edit that can be undone, as a job',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    params,
    /** Omitted: all. 0 means changes of no work, which come with any work that needs them. */
    body: z.strictObject({ item_ids: z.array(z.number().int().min(0)).max(100_000).optional() }).default({}),
    output: jobAnswer,
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/api/v1/catalog-changes/{id}',
    summary: 'Forget a proposal',
    right: 'plan.edit',
    place: IN_SPACE,
    params,
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/v1/catalog-changes/acts',
    summary: 'Find out as a job what a change of a calendar, an attribute or a coefficient would do to versions before it is saved',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    body: unsaved,
    output: jobAnswer.extend({ id: z.number() }),
  }),
  act: endpoint({
    method: 'GET',
    path: '/api/v1/catalog-changes/acts/{id}',
    summary: 'A change of the catalog that the caller has asked about, with what it does to each version',
    right: 'plan.read',
    place: ANYWHERE,
    params,
    output: act,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/v1/catalog-changes/acts/{id}/accept',
    summary:
      'Save a change of the catalog and carry it to its versions as a job: all of it or nothing, of more than 50 versions part by part',
    right: 'plan.edit',
    place: IN_SPACE,
    params,
    output: jobAnswer,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/v1/catalog-changes/acts/{id}/undo',
    summary:
      'Take back a saved change of the catalog with all that it did to versions as a job: all of it or nothing, of more than 50 versions part by part',
    right: 'plan.edit',
    place: IN_SPACE,
    params,
    output: jobAnswer,
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/api/v1/catalog-changes/acts/{id}',
    summary: 'Forget a change of the catalog that was not saved',
    right: 'plan.edit',
    place: IN_SPACE,
    params,
  }),
};

export const catalogChangesEvents = {
  catalog_changed: event({ source: z.enum(CATALOG_SOURCES), source_id: z.number(), author_id: z.number() }),
};
