import { COST_WEIGHTS, ESTIMATE_ROW_KINDS, recordOf, RULE_FIELDS, RULE_TARGETS, UNIT_DIMENSIONS } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atVersion, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { FIELD_MESSAGES, lineField, titleField } from '../fields.ts';
import { edited } from '../planning/edits.ts';
import { namedWorks } from '../planning/versions.ts';
import { partsField, shareField, unitFactorField } from './cost-links.ts';

export const complianceRulesErrors = {
  'compliance_rule.not_found': 404,
  'compliance_rule.set_not_found': 404,
  'compliance_rule.mask': 422,
  'compliance_rule.condition': 422,
  'compliance_rule.target': 422,
  'compliance_rule.too_many': 422,
  'compliance_rule.too_many_links': 422,
  'compliance_rule.currencies': 422,
  'compliance_rule.import_unreadable': 422,
  'compliance_rule.import_refused': 422,
} as const;

/** The longest set. */
export const MOST_RULES = 5000;

const id = z.number().int().positive();
const text = z.string().max(256, FIELD_MESSAGES.tooLongText).optional();

/** What a rule says: which rows it is for, where they go, and how much of a row it takes. */
export const ruleBody = z.strictObject({
  when: z
    .strictObject({
      ...(recordOf(RULE_FIELDS, () => text) satisfies Record<string, typeof text>),
      kinds: z.array(z.enum(ESTIMATE_ROW_KINDS)).max(ESTIMATE_ROW_KINDS.length).optional(),
      dimensions: z.array(z.enum(UNIT_DIMENSIONS)).max(UNIT_DIMENSIONS.length).optional(),
      if: z.string().max(1000).optional(),
    })
    .prefault({}),
  to: z.strictObject({
    kind: z.enum(RULE_TARGETS),
    /** The name of the attribute whose value is the target. */
    attribute: lineField.default(''),
    /** Holds `{1}` to `{9}`, `{num}` and `{volume_code}` of the row. */
    value: z.string().trim().max(512).default(''),
  }),
  take: z
    .strictObject({
      share: shareField.default(null),
      by: z.enum(COST_WEIGHTS).nullable().default(null),
      /** The parts of costs that it takes of a row alone; null: all of them. */
      parts: partsField.default(null),
      unit_factor: unitFactorField.default(null),
    })
    .prefault({}),
});
export type RuleBody = z.output<typeof ruleBody>;

const rule = z.strictObject({ name: lineField.default(''), active: z.boolean().default(true), ...ruleBody.shape });
export type ComplianceRuleIn = z.output<typeof rule>;
const storedRule = z.object({ id: z.number(), position: z.number(), name: z.string(), active: z.boolean(), ...ruleBody.shape });
export type ComplianceRule = z.output<typeof storedRule>;

const storedSet = z.object({
  id: z.number(),
  eps_id: z.number(),
  eps_name: z.string(),
  name: z.string(),
  position: z.number(),
  active: z.boolean(),
  rules: z.array(storedRule),
});
export type ComplianceSet = z.output<typeof storedSet>;

/** Money and rows of estimates by how they stand to works; the four add up to the total. */
export const COVERAGE_PARTS = ['by_hand', 'by_rule', 'ignored', 'unlinked'] as const;
const part = z.object({ amount: z.string(), rows: z.number() });
/** What is wrong with a rule: it is for no row, its rows have none of its parts, or rules before it take all rows that it is for. */
export const RULE_STATES = ['live', 'no_rows', 'no_parts', 'in_shadow'] as const;

const coverage = z.object({
  currency: z.string(),
  digits: z.number(),
  total: part,
  parts: z.object(recordOf(COVERAGE_PARTS, () => part)),
  rules: z.array(z.object({ id: z.number(), hits: z.number(), state: z.enum(RULE_STATES), ...part.shape })),
  /** Targets that nothing in the version answers to: the first ones by money. */
  missing: z.array(z.object({ rule_id: z.number(), target: z.string(), ...part.shape })),
  missing_count: z.number(),
  /** Works that no row of these estimates is linked with. */
  works_without_money: namedWorks,
  /** Works with money and without a volume. */
  money_without_volume: namedWorks,
});
export type CostCoverage = z.output<typeof coverage>;

/** A cell of a file of rules that cannot be read. */
const troubledCell = z.object({ row: z.number(), column: z.string(), code: z.string() });
export type TroubledCell = z.output<typeof troubledCell>;
export const RULE_FILES = ['xlsx', 'csv', 'json'] as const;
export type RuleFile = (typeof RULE_FILES)[number];

/** Fields of the form beside the file. */
export const ruleUploadFields = z.object({
  eps_id: z.coerce.number().int().positive(),
  /** Whose rules the file replaces; left out: a new set. */
  set_id: z.coerce.number().int().positive().optional(),
});

const params = z.object({ id: pathId });
const created = z.object({ success: z.literal(true), id: z.number() });
const position = z.number().int().positive().max(MOST_RULES);

export const complianceRules = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/compliance-rules',
    summary: 'Sets of rules of a node and of those above it, in the order in which they are applied: the nearest first',
    right: 'estimate.read',
    place: ANYWHERE,
    heavy: 'space',
    query: z.object({ eps_id: z.coerce.number<number>().int().positive() }),
    output: z.object({ sets: z.array(storedSet) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/compliance-rules',
    summary: 'Add a rule at the end of a set',
    right: 'estimate.edit',
    place: ANYWHERE,
    body: z.strictObject({ set_id: id, ...rule.shape }),
    output: created,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/compliance-rules/{id}',
    summary: 'Change a rule, or its place in the order of its set; links that it made stay until rules are applied again',
    right: 'estimate.edit',
    place: ANYWHERE,
    params,
    body: z.strictObject({
      name: lineField.optional(),
      active: z.boolean().optional(),
      when: ruleBody.shape.when.unwrap().optional(),
      to: ruleBody.shape.to.optional(),
      take: ruleBody.shape.take.unwrap().optional(),
      position: position.optional(),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/compliance-rules/{id}',
    summary: 'Delete a rule; links that it made stay',
    right: 'estimate.edit',
    place: ANYWHERE,
    params,
  }),
  createSet: endpoint({
    method: 'POST',
    path: '/api/v1/compliance-rules/sets',
    summary: 'Create a set of rules at a node',
    right: 'estimate.edit',
    place: ANYWHERE,
    body: z.strictObject({ eps_id: id, name: titleField('validation.enter_name'), active: z.boolean().default(true) }),
    output: created,
  }),
  updateSet: endpoint({
    method: 'PATCH',
    path: '/api/v1/compliance-rules/sets/{id}',
    summary: 'Rename a set of rules, switch it on or off, or change its place',
    right: 'estimate.edit',
    place: ANYWHERE,
    params,
    body: z.strictObject({
      name: titleField('validation.enter_name').optional(),
      active: z.boolean().optional(),
      position: position.optional(),
    }),
  }),
  removeSet: endpoint({
    method: 'DELETE',
    path: '/api/v1/compliance-rules/sets/{id}',
    summary: 'Delete a set with its rules; links that they made stay',
    right: 'estimate.edit',
    place: ANYWHERE,
    params,
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/v1/compliance-rules/sets/{id}/export/{x}',
    summary: 'A set as a file that an import reads back to the same: xlsx, csv or json, a line a rule',
    right: 'estimate.read',
    place: ANYWHERE,
    params: z.object({ id: pathId, x: z.enum(RULE_FILES) }),
    response: 'binary',
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/v1/compliance-rules/import',
    summary: 'Read rules from a file: all of them, or none; each cell that cannot be read is named',
    right: 'estimate.edit',
    place: ANYWHERE,
    request: 'multipart',
    output: z.object({ success: z.literal(true), count: z.number(), set_id: z.number() }),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/v1/compliance-rules/apply/{versionId}',
    summary: 'Link rows of estimates with works by rules, as one edit, or see what that would do',
    right: 'estimate.read',
    place: atVersion('versionId'),
    heavy: 'version',
    bodyBytes: LARGE_BODY,
    audit: true,
    params: z.object({ versionId: pathId }),
    body: z.strictObject({
      /** Left out: all estimates of the project, all sets that hold for the schedule. */
      estimate_ids: z.array(id).max(1000).optional(),
      set_ids: z.array(id).max(1000).optional(),
      /** Estimates in this currency alone; those of several are not counted together. */
      currency: z.string().max(3).optional(),
      /** `unlinked`: rows that have links stay as they are. */
      scope: z.enum(['all', 'unlinked']).default('all'),
      dry_run: z.boolean().default(false),
    }),
    output: edited.extend({
      linked: z.number(), changed: z.number(), unlinked: z.number(),
      before: coverage.shape.parts, coverage,
    }), // prettier-ignore
  }),
};

export const complianceRulesEvents = {
  /** To whoever imported: rules were taken in, or the file was refused with the cells that cannot be read. */
  compliance_import_success: heardBy(
    'estimate.read',
    'node',
    'eps_id',
    event({ eps_id: z.number(), set_id: z.number(), count: z.number() }),
  ),
  compliance_import_error: heardBy('estimate.read', 'node', 'eps_id', event({ eps_id: z.number(), errors: z.array(troubledCell) })),
};
