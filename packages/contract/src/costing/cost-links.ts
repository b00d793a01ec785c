import { COST_PARTS, COST_WEIGHTS, QUANTITIES_TO } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atNode, atVersion, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { FIELD_MESSAGES, titleField } from '../fields.ts';
import { edited } from '../planning/edits.ts';
import { outdatedCosts } from '../planning/versions.ts';
import { amountField, exactDecimal } from './estimate-rows.ts';

export const costLinksErrors = {
  'cost_link.not_a_work': 422,
  'cost_link.not_a_row': 422,
  'cost_link.share': 422,
  'cost_link.share_over': 422,
  'cost_link.other_project': 422,
  'cost_link.no_rate': 422,
  'cost_link.no_index': 422,
  'cost_link.no_quarter': 422,
  'cost_link.no_indices': 422,
  'cost_link.indices_unreadable': 422,
  'cost_link.attribute': 422,
  'cost_link.other_schedule': 422,
  'cost_link.version_changed': 409,
  'cost_link.all_estimates': 422,
} as const;

/** Why a work is offered for a row. */
export const SUGGESTED_BY = ['volume_code', 'element', 'history', 'code', 'name', 'section'] as const;

const id = z.number().int().positive();
const by = z.enum(COST_WEIGHTS).nullable();
/** A part of an amount, as `0.25` or `1/3`; null: all that is left. */
export const shareField = z
  .string()
  .trim()
  .regex(/^\d{1,9}(?:\/\d{1,9}|\.\d{1,8})?$/, 'validation.share')
  .nullable();

/** Some parts of costs; null: all of them. */
export const partsField = z.array(z.enum(COST_PARTS)).min(1).max(COST_PARTS.length).nullable();

/** How much volume of its work a unit of a row's quantity is; 0: none of it. Null: as their units convert. */
export const unitFactorField = z.number().min(0).max(1e9).nullable();

const newLink = z.strictObject({
  row_id: id,
  /** Null: the row, or its part, is left out on purpose. */
  item_id: id.nullable(),
  /** The part of the row's amount, as `0.25` or `1/3`; null: by weight of what is left. */
  share: shareField.default(null),
  by: by.default(null),
  /** The parts of costs that the work takes of the row, as wages or materials alone; null: all of them. */
  parts: partsField.default(null),
  unit_factor: unitFactorField.default(null),
  locked: z.boolean().default(false),
});
export type NewCostLink = z.output<typeof newLink>;

const costLink = z.object({
  id: z.number(),
  estimate_id: z.number(),
  row_id: z.number(),
  item_id: z.number().nullable(),
  share: z.string().nullable(),
  by,
  parts: partsField,
  unit_factor: unitFactorField,
  rule_id: z.number().nullable(),
  locked: z.boolean(),
  /** The row is not in the estimate any more. */
  lost: z.boolean(),
  /** What the work takes of the row. */
  amount: z.string().nullable(),
  code: z.string(),
  name: z.string(),
});
export type CostLinkOut = z.output<typeof costLink>;

/** How the money of an estimate stands to the works of a version. */
const coverage = z.object({
  total: z.string(),
  /** What works take, and what is left out on purpose. */
  linked: z.string(),
  ignored: z.string(),
  unlinked: z.string(),
  currency: z.string(),
  digits: z.number(),
  rows: z.number(),
  rows_linked: z.number(),
  lost: z.number(),
});

/** Volume codes that no work carries, in their order, with rows that do; `count` is of all codes. */
const missingVolumes = z.object({
  codes: z.array(
    z.object({
      code: z.string(),
      rows: z.array(
        z.object({
          project_id: z.number(),
          estimate_id: z.number(),
          row_id: z.number(),
          number: z.string(),
          name: z.string(),
          amount: z.string(),
          currency: z.string(),
        }),
      ),
    }),
  ),
  count: z.number(),
});
export type MissingVolumes = z.output<typeof missingVolumes>;

const currency = z.string().regex(/^[A-Z]{3}$/, 'validation.currency');
const day = z.iso.date('validation.date');
/** What a percentage is of: money of the rows alone, or with the percentages before it. */
export const PERCENT_BASES = ['works', 'so_far'] as const;

const percent = z.strictObject({
  name: titleField('validation.enter_name'),
  rate: z
    .string()
    .trim()
    .regex(/^\d{1,3}(?:[.,]\d{1,4})?$/, 'validation.decimal')
    .transform((text) => text.replace(',', '.')),
  of: z.enum(PERCENT_BASES).default('so_far'),
  /** The parts of costs that it is of; null: all of them. What comes on top is in the part `other`. */
  parts: partsField.default(null),
  /** Works that end on these days or between them; null: no matter when. */
  from: day.nullable().default(null),
  until: day.nullable().default(null),
  /** Whether acts without a contract bill it too, as a line of its own. */
  in_acts: z.boolean().default(false),
});

const index = exactDecimal.refine((text) => Number(text) > 0, 'validation.decimal');
/** The most lines of indices that settings have. */
export const MOST_INDICES = 300;
const region = z.string().trim().max(64, FIELD_MESSAGES.tooLongText);
const mask = z.string().trim().max(256, FIELD_MESSAGES.tooLongText);
/** As `2026-1`. */
const quarter = z.string().regex(/^(?:19|20)\d\d-[1-4]$/, 'validation.quarter');
/** What a unit of the base level of prices is in a quarter, by parts of costs. */
export const quarterIndices = z.strictObject({
  quarter,
  /** Where it holds; empty: in all regions. */
  region: region.default(''),
  /** A mask over the codes of rows: norms of a kind of work begin alike. Empty: all kinds. */
  code: mask.default(''),
  /** A mask over the names of the row's sections, as `Building/Walls`; empty: all sections. */
  section: mask.default(''),
  parts: z.partialRecord(z.enum(COST_PARTS), index).default({}),
  /** Of parts that have no index of their own. */
  rest: index.nullable().default(null),
});
export type QuarterIndices = z.output<typeof quarterIndices>;

export const costSettings = z.strictObject({
  /** The prices that works receive: of a level of the estimate, or its base level by the indices of a quarter. */
  level: z.enum(['base', 'current', 'indexed']).default('current'),
  /**
   * Indices by quarters; the last quarter that began by a day counts, or (null) the last of all. In it a row goes by the first line that fits:
   * those of the region before those of all, and those with masks before those without.
   */
  indices: z.array(quarterIndices).max(MOST_INDICES).default([]),
  indices_on: day.nullable().default(null),
  indices_region: region.default(''),
  /** What the part of a work goes by where its link does not say. */
  by: z.enum(COST_WEIGHTS).default('equal'),
  /** Whether coefficients on the cost of norms weigh works in the parts of costs that they name. */
  by_coefficients: z.boolean().default(false),
  /** Attributes of works, by name, that receive parts of their costs: attributes of money, which only who may see costs sees. */
  part_attributes: z.partialRecord(z.enum(COST_PARTS), titleField('validation.enter_name')).default({}),
  /** Works that receive the quantities of their rows as volume, and those of rows of labour as hours. */
  volumes: z.enum(QUANTITIES_TO).default('none'),
  labour: z.enum(QUANTITIES_TO).default('none'),
  /** The currency of works; null: that of the estimates. */
  currency: currency.nullable().default(null),
  /** What one unit of another currency is in that of works, on a day. */
  rates: z
    .array(z.strictObject({ currency, rate: exactDecimal.refine((text) => Number(text) > 0, 'validation.decimal'), day }))
    .max(20)
    .default([]),
  /** Limited costs that come on top, one after the other: temporary buildings, winter, contingency, tax. */
  percents: z.array(percent).max(20).default([]),
  /**
   * What prices of a quarter are to those that works have, as 1.045: planned bills of contracts go by them, costs do not. A month takes the
   * last quarter that began by it, the later line of two; before the first quarter prices stay.
   */
  deflators: z
    .array(z.strictObject({ quarter, rate: index }))
    .max(100)
    .default([]),
});
export type CostSettings = z.output<typeof costSettings>;

export const costLinks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/cost-links',
    summary: 'The rows of an estimate that works of a version carry out, with what each takes, and what is left',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId }),
    query: z.object({ estimate_id: z.coerce.number<number>().int().positive() }),
    output: z.object({ revision: z.number(), links: z.array(costLink), coverage }),
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/v1/cost-estimates/{id}/link-wbs',
    summary: 'Link rows of an estimate to works of a version, or take links away; one edit of the version',
    right: 'estimate.read',
    place: ANYWHERE,
    bodyBytes: LARGE_BODY,
    audit: true,
    params: z.object({ id: pathId }),
    body: z.strictObject({
      version_id: id,
      links: z.array(newLink).max(50_000).default([]),
      /** Without a work: all links of the row. */
      unlink: z
        .array(z.strictObject({ row_id: id, item_id: id.nullable().optional() }))
        .max(50_000)
        .default([]),
      dry_run: z.boolean().default(false),
    }),
    output: edited.extend({ linked: z.number(), unlinked: z.number(), coverage }),
  }),
  /** Not spelled in the specification: an imported version begins without links. */
  takeOver: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/cost-links/take-over',
    summary: 'Bring the links of another version of the schedule to the same works of this one; one edit of the version',
    right: 'plan.edit',
    place: atVersion('id'),
    heavy: 'version',
    audit: true,
    params: z.object({ id: pathId }),
    body: z.strictObject({ from_version_id: id, dry_run: z.boolean().default(false) }),
    output: edited.extend({
      taken: z.number(),
      /** Links of rows that this version has links of already: those stay as they are. */
      stayed: z.number(),
      /** Links whose work this version has not, the first of them. */
      lost: z.array(z.object({ work: z.string(), code: z.string(), name: z.string() })),
      lost_count: z.number(),
    }),
  }),
  /** Not spelled in the specification: what an imported version is offered. */
  offer: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/cost-links/offer',
    summary: 'The newest other version of the schedule with links, for a version that has none; null where there is nothing to take over',
    right: 'estimate.read',
    place: atVersion('id'),
    params: z.object({ id: pathId }),
    output: z.object({ from: z.object({ version_id: z.number(), name: z.string(), links: z.number() }).nullable() }),
  }),
  outdated: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/cost-links/outdated',
    summary: 'Estimates that are others, or count by other settings, than when they last brought costs to the works of a version',
    right: 'estimate.read',
    place: atVersion('id'),
    params: z.object({ id: pathId }),
    output: z.object({ estimates: z.array(outdatedCosts) }),
  }),
  /** Not spelled in the specification: what the toast of missing volume codes opens. */
  missingVolumes: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/cost-links/missing-volumes',
    summary: 'Volume codes of rows with money that no work of a version carries, with these rows: the first 1,000 of them',
    right: 'estimate.read',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId }),
    output: missingVolumes,
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/cost-links/suggestions',
    summary:
      'Works of a version for a row of an estimate: by its volume code, its elements of models, by what rows of its code were linked with before, by names and sections',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId }),
    query: z.object({ estimate_id: z.coerce.number<number>().int().positive(), row_id: z.coerce.number<number>().int().positive() }),
    output: z.object({
      works: z.array(z.object({ item_id: z.number(), code: z.string(), name: z.string(), score: z.number(), why: z.enum(SUGGESTED_BY) })),
    }),
  }),
  /** Not spelled in the specification: what a new edition of an estimate leaves without a row. */
  lost: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/cost-links/lost',
    summary: 'Rows of links of a version that the estimate has no more, with open rows of it that look like them, the likeliest first',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId }),
    query: z.object({ estimate_id: z.coerce.number<number>().int().positive() }),
    output: z.object({
      /** The first of them. */
      lost: z.array(
        z.object({
          row_id: z.number(),
          code: z.string(),
          name: z.string(),
          rows: z.array(
            z.object({
              row_id: z.number(),
              number: z.string(),
              code: z.string(),
              name: z.string(),
              amount: amountField,
              /** How likely it is, 0 to 1; from 0.9 its name or code is the same. */
              score: z.number(),
            }),
          ),
        }),
      ),
      count: z.number(),
    }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/cost-settings',
    summary: 'How money of estimates comes to the works of a schedule',
    right: 'plan.read',
    place: atNode('id'),
    params: z.object({ id: pathId }),
    output: costSettings,
  }),
  /** Not spelled in the specification: a table of indices, which settings keep once they are saved. */
  readIndices: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/cost-settings/indices',
    summary: 'Read indices of prices from a table, a line a quarter and a column a part of costs; nothing is stored',
    right: 'estimate.edit',
    place: atNode('id'),
    request: 'multipart',
    params: z.object({ id: pathId }),
    output: z.object({ success: z.literal(true), indices: z.array(quarterIndices) }),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/v1/schedules/{id}/cost-settings',
    summary: 'Say how money of estimates comes to the works of a schedule',
    right: 'estimate.edit',
    place: atNode('id'),
    params: z.object({ id: pathId }),
    body: costSettings,
  }),
};

export const costLinksEvents = {
  /** Costs of works were counted from estimates; a refusal is the answer of the call. */
  cost_attribute_result: heardBy(
    'cost.read',
    'version',
    'version_id',
    event({ version_id: z.number(), status: z.enum(['success']), works: z.number() }),
  ),
};
