import { CALCULATION_STATUS_NAMES } from '@gantry/domain';
import { z } from 'zod';
import { atNode, atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { dateTimeField, nextRow, pageOfRows, titleField } from '../fields.ts';
import { versionSummary } from '../structure/eps.ts';
import { edited } from './edits.ts';
import { rowSchema } from './version-row.ts';
import { event, heardBy } from '../event.ts';

export const versionsErrors = {
  'version.not_found': 404,
  'version.locked': 409,
  'version.name_taken': 409,
  'version.is_calculating': 409,
  'version.without_target': 409,
  'version.nothing_estimated': 409,
  'version.not_the_curator': 403,
  'version.own_estimate': 403,
} as const;

const params = z.object({ id: pathId });
const name = titleField('validation.enter_name');
const itemIds = z.array(z.number().int().positive()).max(100_000);
/** Rows that an action is for; left out, it is for all that it fits. */
const someRows = z.object({ ids: itemIds.optional() }).default({});

/** The most works that a report names. */
export const MOST_NAMED_WORKS = 100;
/** Works that a report names, the first of them, and how many there are. */
export const namedWorks = z.object({
  first: z.array(z.object({ item_id: z.number(), code: z.string(), name: z.string() })),
  count: z.number(),
});
export type NamedWorks = z.output<typeof namedWorks>;

/** What of an estimate is another than it was when costs were last updated: it is deleted, its rows, the cost settings, the rate of its currency. */
export const OUTDATED_BY = ['gone', 'rows', 'settings', 'rate'] as const;
const stateOfEstimate = z.object({
  revision: z.number(),
  /** What a unit of its currency is in that of works; empty: the settings have none. */
  rate: z.string(),
});
export const outdatedCosts = z.object({
  estimate_id: z.number(),
  name: z.string(),
  currency: z.string(),
  why: z.array(z.enum(OUTDATED_BY)),
  was: stateOfEstimate,
  /** Null: it is deleted. */
  now: stateOfEstimate.nullable(),
});
export type OutdatedCosts = z.output<typeof outdatedCosts>;

/** Costs of works calculated from cost estimates; amounts are exact decimal texts. */
const costReport = z.object({
  currency: z.string(),
  total: z.string(),
  linked: z.string(),
  /** Left out of works on purpose. */
  ignored: z.string(),
  unlinked: z.string(),
  /** What is left of the total without works, `ignored` and `unlinked`: 0, or else the estimate's total is not that of its rows. */
  residue: z.string(),
  /** What is linked, by the parts of costs in their order. */
  parts: z.array(z.string()),
  /** Limited costs that come on top of what is linked, each over its works. */
  percents: z.array(z.object({ name: z.string(), amount: z.string() })),
  /** Works whose amount changes, and what it was; the first of them. */
  works: z.array(
    z.object({
      item_id: z.number(),
      code: z.string(),
      name: z.string(),
      before: z.string(),
      after: z.string(),
      parts: z.array(z.string()),
    }),
  ),
  changed: z.number(),
  /** Works that receive another volume, or hours of labour, and what it was; the first of them. */
  quantities: z.array(
    z.object({
      item_id: z.number(),
      code: z.string(),
      name: z.string(),
      measure: z.enum(['volume', 'labour']),
      unit: z.string(),
      before: z.number().nullable(),
      after: z.number(),
    }),
  ),
  quantities_count: z.number(),
  /** Links to rows that the estimate has no more. */
  lost: z.number(),
  /** Attributes that parts of costs are meant for and that the version has not. */
  missing_attributes: z.array(z.string()),
  /** Volume codes of rows with money that no work carries: the first two, and how many there are. */
  missing_volumes: z.object({ first: z.array(z.string()), count: z.number() }),
  /** Works that receive money and have no volume, also none of their rows. */
  no_volume: namedWorks,
  /** Estimates that are others than when costs were last updated before. */
  outdated: z.array(outdatedCosts),
});
export type CostReport = z.output<typeof costReport>;

/** People of a version on a page. */
const MOST_USERS = 1000;
/** A person who may open a version, with their activity in it. */
export const versionUser = z.object({
  id: z.number(),
  name: z.string(),
  /** Null: a name without an account. */
  login: z.string().nullable(),
  role: z.string(),
  edits: z.number(),
  last_edit_at: z.string().nullable(),
});

/** A work without a basis for calculation, and what is missing. */
export const emptyWork = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  missing: z.array(z.enum(['duration', 'volume', 'labour', 'cost'])),
});

export const versions = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/versions',
    summary: 'Versions of a schedule',
    right: 'plan.read',
    place: atNode('id'),
    params,
    query: z.object({
      calculation_status: z.enum(CALCULATION_STATUS_NAMES).optional().describe('Those that stand so, by number or by either of its names'),
    }),
    output: z.object({ versions: z.array(versionSummary) }),
  }),
  actualInfo: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/actual/info',
    summary: 'The actual version of a schedule, else its newest one, and whether its dates hold',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: z.object({
      version: versionSummary.nullable(),
      /** That of the version; 0 also where there is none. */
      validity: versionSummary.shape.validity,
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/create',
    summary: 'Create an empty version',
    right: 'plan.edit',
    place: atNode('id'),
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
    place: atVersion('id'),
    params,
    output: versionSummary.extend({ path: z.array(z.object({ id: z.number(), kind: z.string(), name: z.string() })) }),
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/rename',
    summary: 'Rename a version',
    right: 'plan.edit',
    place: atVersion('id'),
    whileLocked: true,
    params,
    body: z.object({ name }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}',
    summary: 'Delete a version; a large one as a job',
    right: 'plan.edit',
    place: atVersion('id'),
    whileLocked: true,
    params,
    output: z.object({ success: z.literal(true), job_id: z.number().nullable() }),
  }),
  setActual: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/setActualStatus',
    summary: 'Make this the actual version; the former one becomes an ordinary version',
    right: 'plan.edit',
    place: atVersion('id'),
    whileLocked: true,
    params,
  }),
  setLocked: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/setLocked',
    summary: 'Lock or unlock a version',
    right: 'plan.edit',
    place: atVersion('id'),
    whileLocked: true,
    params,
    body: z.object({ locked: z.boolean() }),
  }),
  setTarget: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/setTargetStatus',
    summary: 'Make this the target version that others are measured by, or an ordinary one again; the former one becomes ordinary',
    right: 'plan.edit',
    place: atVersion('id'),
    whileLocked: true,
    params,
    /** A target version is locked, so that what is measured by it holds; not with `lock: false`. */
    body: z.object({ target: z.boolean().default(true), lock: z.boolean().default(true) }).default({ target: true, lock: true }),
  }),
  copyTo: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/copy-to/{scheduleId}',
    summary: 'Copy a version with all its content to a schedule; a large one as a job',
    right: 'plan.edit',
    place: atVersion('id'),
    alsoAt: [atNode('scheduleId')],
    whileLocked: true,
    params: z.object({ id: pathId, scheduleId: pathId }),
    body: z.object({ name: name.optional() }).default({}),
    output: z.object({ success: z.literal(true), id: z.number().nullable(), job_id: z.number().nullable() }),
  }),
  attributes: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/attributes',
    summary: 'Attributes that rows of a version carry, and on how many rows',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: z.object({ attributes: z.array(rowSchema('attribute').extend({ rows: z.number() })) }),
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/users',
    summary: 'People who may open a version, with what they have changed in it, a page of them; those who changed it last come first',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    query: pageOfRows.extend({ limit: z.coerce.number<number>().int().min(1).max(MOST_USERS).default(MOST_USERS) }),
    output: z.object({ users: z.array(versionUser), total: z.number(), next: nextRow }),
  }),
  updateTargetDates: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/update/target-dates',
    summary: 'Take the target dates of rows from the target version of the schedule, from another version, or clear them',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    heavy: 'version',
    params,
    body: z
      .object({ version_id: z.number().int().positive().optional(), ids: itemIds.optional(), clear: z.boolean().default(false) })
      .default({ clear: false }),
    output: edited.extend({ rows: z.number() }),
  }),
  updateEstimatedData: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/update/estimated-data',
    summary: 'Write down when works are estimated to finish; the estimate waits for acceptance',
    right: 'plan.report',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    heavy: 'version',
    params,
    body: z.object({
      items: z
        .array(
          z.object({
            id: z.number().int().positive(),
            finish: dateTimeField.nullable().default(null),
            remaining_minutes: z.number().int().min(0).nullable().default(null),
          }),
        )
        .min(1)
        .max(10_000),
    }),
    output: edited.extend({ rows: z.number() }),
  }),
  acceptCuratorDates: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/accepted-curator-dates',
    summary:
      'Accept or decline estimates, of rows without a curator or with the caller as theirs: an accepted one becomes the expected finish and the remaining duration of its row. Nobody accepts their own, unless the schedule allows it',
    right: 'plan.approve',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    heavy: 'version',
    params,
    body: z
      .object({ ids: itemIds.optional(), result: z.enum(['APPROVED', 'DECLINED']).default('APPROVED') })
      .default({ result: 'APPROVED' }),
    output: edited.extend({ rows: z.number() }),
  }),
  calculateRemains: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/calculate-remains-duration-by-intensity',
    summary: 'Set the remaining duration of started works to what is left at the intensity so far',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    heavy: 'version',
    params,
    body: someRows,
    output: edited.extend({ rows: z.number() }),
  }),
  checkEmptyWorks: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/check-empty-works',
    summary: 'Works without duration, volume, labour or cost',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params,
    output: z.object({ works: z.array(emptyWork), count: z.number() }),
  }),
  updateCosts: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/update-costs',
    summary: 'Recount costs of assignments from units and prices, and bring money of linked estimates to works; a dry run writes nothing',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    heavy: 'version',
    params,
    /**
     * `revision`: that of the dry run which the caller saw; another one is refused. `estimate_ids`: the estimates that costs are expected of; a
     * linked one that is not among them is refused.
     */
    body: z
      .object({
        ids: itemIds.optional(),
        estimate_ids: itemIds.optional(),
        dry_run: z.boolean().optional(),
        revision: z.number().int().min(0).optional(),
      })
      .default({}),
    /** `estimates`: null where no estimate is linked. */
    output: edited.extend({ rows: z.number(), estimates: costReport.nullable() }),
  }),
};

export const versionsEvents = {
  delete_versions: heardBy('plan.read', 'version', 'version_ids', event({ version_ids: z.array(z.number()) })),
  version_locked: heardBy('plan.read', 'version', 'version_id', event({ version_id: z.number(), locked: z.boolean() })),
};
