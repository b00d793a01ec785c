import { z } from 'zod';
import { atNode, atVersion, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { titleField } from '../fields.ts';
import { elementLook, PROFILE_KINDS, PROFILE_PHASES } from './model-looks.ts';

export const modelLinksErrors = {
  'model_link.not_found': 404,
  'model_link.foreign_model': 422,
  'model_link.foreign_version': 422,
  'model_link.too_many': 422,
  'model_link.undone': 409,
} as const;

const id = z.number().int().positive();
const MOST_RULES = 1000;
const MOST_VALUES = 200;
const MOST_LISTED = 1000;
const MOST_PAIRS = 50_000;

/** What elements and works are known by. `set` is empty for what each has: of elements name, type, category, layer, storey, class, material, tag, guid, model and geometry (yes, no); of works code and name. Else it is the set of a property; of works `attribute`. */
const field = z.strictObject({ set: z.string().max(255), name: z.string().trim().min(1).max(255) });
export const linkCondition = z.strictObject({
  field,
  test: z.enum(['equal', 'not_equal', 'contains', 'prefix', 'one_of']),
  values: z.array(z.string().max(512)).min(1).max(MOST_VALUES),
});
const join = z.strictObject({
  element: field,
  item: field,
  by: z.enum(['equal', 'prefix', 'contains', 'map']),
  map: z
    .array(z.strictObject({ from: z.string().max(512), to: z.string().max(512) }))
    .max(MOST_VALUES)
    .default([]),
});
/** A rule links all elements and works that fulfil its conditions and its joins. Rules stand in order: the first that links an element keeps it. */
export const linkRule = z.strictObject({
  name: titleField('validation.enter_name'),
  active: z.boolean().default(true),
  elements: z.array(linkCondition).max(20),
  items: z.array(linkCondition).max(20),
  joins: z.array(join).max(5),
  /** How much of the work is for its elements, 0 to 1. */
  share: z.number().min(0).max(1).default(1),
  again: z.boolean().default(false),
});
export type LinkRule = z.output<typeof linkRule>;

const change = z.strictObject({
  name: titleField('validation.enter_name'),
  /** Models that it links; none: all of the project. */
  model_ids: z.array(id).max(500),
  rules: z.array(linkRule).max(MOST_RULES),
  /** The field of works that names elements by their GUID, several with spaces, commas or semicolons between; it links what no rule has linked. */
  guid_field: field.nullable(),
});
// Defaults are of new links alone: they would put back what a change does not name.
const { shape } = change;
const definition = change.extend({
  model_ids: shape.model_ids.default([]),
  rules: shape.rules.default([]),
  guid_field: shape.guid_field.default(null),
});
export type ModelLinkDefinition = z.output<typeof definition>;
const modelLink = definition.extend({ id: z.number() });
export type ModelLink = z.output<typeof modelLink>;

const elementRef = z.object({ model_id: z.number(), guid: z.string() });
const pair = z.strictObject({ item_id: id, model_id: id, guid: z.string().min(1).max(64), share: z.number().min(0).max(1).default(1) });

const listedElement = z.object({ model_id: z.number(), id: z.number(), guid: z.string(), name: z.string(), category: z.string() });
const listedItem = z.object({ id: z.number(), code: z.string(), name: z.string() });

/** Elements chosen on a page, by model, linked with works, or parted from them: each with each. */
const byHand = z.strictObject({
  act: z.enum(['link', 'part']),
  item_ids: z.array(id).min(1).max(MOST_LISTED),
  elements: z
    .array(z.strictObject({ model_id: id, ids: z.array(id).min(1).max(20_000) }))
    .min(1)
    .max(100),
  share: z.number().min(0).max(1).default(1),
});

/** What running the rules does, or would do. */
const report = z.object({
  /** Relations as they are afterwards, and of these by hand. */
  relations: z.number(),
  by_hand: z.number(),
  /** Against what was linked before: pairs that are new, stayed and are gone. */
  added: z.number(),
  kept: z.number(),
  removed: z.number(),
  /** Pairs made by hand whose element or work is no more. */
  lost: z.number(),
  /** Elements linked by hand that have another GUID now, found again by tag, or by name and storey; and those that several could be. */
  rematched: z.number(),
  ambiguous: z.number(),
  elements: z.number(),
  linked_elements: z.number(),
  items: z.number(),
  linked_items: z.number(),
  rules: z.array(
    z.object({
      name: z.string(),
      elements: z.number(),
      items: z.number(),
      relations: z.number(),
      /** Elements that an earlier rule has linked already, and those for which no work was found. */
      taken: z.number(),
      without_item: z.number(),
    }),
  ),
  unlinked_elements: z.array(listedElement),
  unlinked_items: z.array(listedItem),
  /** By this the change is taken back, as long as no other has followed; null: nothing has changed. */
  change: z.number().nullable(),
});
export type LinkReport = z.output<typeof report>;

/** What the rules would change since a model of the link has another version: which model, and its version. */
const proposal = report
  .pick({ relations: true, by_hand: true, added: true, kept: true, removed: true, lost: true, rematched: true, ambiguous: true })
  .extend(report.pick({ elements: true, linked_elements: true, items: true, linked_items: true }).shape)
  .extend({ model: z.string(), number: z.number() });
export type ModelLinkProposal = z.output<typeof proposal>;

const minute = z.number().int().nullable();
const dates = z.object({ start: minute, finish: minute });
const params = z.object({ id: pathId });
const ofLink = z.object({ id: pathId, linkId: pathId });
const body = z.object({ elements: z.array(elementRef).min(1).max(20_000) });

/** Links of models with plans: rules first, what was linked by hand beside them. */
export const modelLinks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/3d/link',
    summary: 'The links of a project between its models and its plans, with their rules',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: z.object({ links: z.array(modelLink) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/3d/link',
    summary: 'Make a link between models and plans of a project',
    right: 'bim.edit',
    place: atNode('id'),
    heavy: 'space',
    params,
    body: definition,
    bodyBytes: LARGE_BODY,
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{id}/3d/link/{linkId}',
    summary: 'Change a link: its name, models or rules',
    right: 'bim.edit',
    place: atNode('id'),
    heavy: 'space',
    params: ofLink,
    body: change.partial(),
    bodyBytes: LARGE_BODY,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{id}/3d/link/{linkId}',
    summary: 'Delete a link with all that it has linked',
    right: 'bim.edit',
    place: atNode('id'),
    params: ofLink,
  }),
  ofSchedule: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/3d/link',
    summary: 'The links of the project that a schedule stands in',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: z.object({ project_id: z.number(), links: z.array(modelLink) }),
  }),
  fields: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/3d/link/all-attributes',
    aliases: ['/api/v1/schedules/{id}/3d/all-attributes'],
    summary: 'What rules can ask of works of a schedule: code, name and the attributes of its versions',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: z.object({ fields: z.array(field) }),
  }),
  wbs: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/wbs',
    summary: 'Works of a version with how many elements each is linked with',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: ofLink,
    output: z.object({ items: z.array(listedItem.extend({ elements: z.number(), volume: z.number() })) }),
  }),
  relations: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/wbs-node-relations',
    summary: 'All relations of a version: work, element, the rule that made it (null: by hand), share of the work',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: ofLink,
    output: z.object({
      relations: z.array(
        z.object({ item_id: z.number(), model_id: z.number(), guid: z.string(), rule: z.number().nullable(), share: z.number() }),
      ),
    }),
  }),
  createRelations: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/create-relations',
    summary: 'Run the rules of a link on a version, or show what they would do; link or part pairs by hand; or take the last change back',
    right: 'bim.edit',
    place: atVersion('id'),
    heavy: 'version',
    whileLocked: true,
    params: ofLink,
    body: z.strictObject({
      dry_run: z.boolean().default(false),
      run_rules: z.boolean().default(true),
      /** Rules as they are being written, for a look before they are saved; only with `dry_run`. */
      rules: z.array(linkRule).max(MOST_RULES).optional(),
      guid_field: field.nullable().optional(),
      by_hand: byHand.optional(),
      /** The change to take back; nothing else is done then. */
      undo: id.optional(),
      add: z.array(pair).max(MOST_PAIRS).default([]),
      remove: z
        .array(pair.omit({ share: true }))
        .max(MOST_PAIRS)
        .default([]),
    }),
    bodyBytes: LARGE_BODY,
    output: report.extend({ success: z.literal(true) }),
  }),
  proposal: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/proposal',
    summary: 'What the rules would change in a version since a model has another version; null: nothing, or it is done or put away',
    right: 'plan.read',
    place: atVersion('id'),
    params: ofLink,
    output: z.object({ proposal: proposal.nullable() }),
  }),
  putAwayProposal: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/proposal',
    summary: 'Put away what the rules would change in a version: its links stay as they are',
    right: 'bim.edit',
    place: atVersion('id'),
    whileLocked: true,
    params: ofLink,
  }),
  nodeIds: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/node-ids',
    summary: 'Elements that works are linked with',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    changesData: false,
    bodyBytes: LARGE_BODY,
    params: ofLink,
    body: z.object({ ids: z.array(id).min(1).max(20_000) }),
    output: z.object({ elements: z.array(elementRef.extend({ item_id: z.number(), entity: z.number().nullable() })) }),
  }),
  itemIds: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/wbs-ids-by-element-ids',
    summary: 'Works that elements are linked with',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    changesData: false,
    params: ofLink,
    body,
    bodyBytes: LARGE_BODY,
    output: z.object({ items: z.array(listedItem.extend({ elements: z.number() })) }),
  }),
  player: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/player',
    summary: 'What a player needs: works with their dates by plan, fact, target and approved days, and for each element its works',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: ofLink,
    output: z.object({
      revision: z.number(),
      /** The day up to which facts are known, as minutes; null: none. */
      data_date: minute,
      /** `profile` is a place in `profiles`; null: none of them is for the work. */
      works: z.array(
        listedItem.extend({
          plan: dates,
          fact: dates,
          target: dates,
          approved: dates,
          critical: z.boolean(),
          profile: z.number().nullable(),
        }),
      ),
      /** Appearance profiles with what they show by phase, their kinds counted in. */
      profiles: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          kind: z.enum(PROFILE_KINDS),
          looks: z.partialRecord(z.enum(PROFILE_PHASES), elementLook),
        }),
      ),
      /** Elements as columns; those of `elements.offsets[i]` to `[i + 1]` in `indexes` are the places of its works in `works`. */
      elements: z.object({
        model_id: z.array(z.number()),
        entity: z.array(z.number()),
        /** Whether one before it has the same GUID: an element that two models hold is drawn in both and counted once. */
        repeated: z.array(z.boolean()),
      }),
      offsets: z.array(z.number()),
      indexes: z.array(z.number()),
    }),
  }),
  indicatorColours: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/indicator-colors',
    summary: 'Colours that planners gave the works, for their elements: 1 to 8',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: ofLink,
    output: z.object({ elements: z.array(z.object({ model_id: z.number(), entity: z.number(), tint: z.number() })) }),
  }),
  deviations: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/dates-for-deviation',
    summary: 'By how many days the works of elements finish later than another set of dates has it',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: ofLink,
    query: z.object({
      of: z.enum(['plan', 'fact', 'approved']).default('fact'),
      against: z.enum(['plan', 'target', 'approved']).default('target'),
    }),
    output: z.object({ elements: z.array(z.object({ model_id: z.number(), entity: z.number(), days: z.number() })) }),
  }),
};
export const LINK_LIST_LIMIT = MOST_LISTED;

export const modelLinksEvents = {
  /** Rules were tried on a new version of a model. */
  bim_links_proposed: heardBy('plan.read', 'node', 'project_id', event({ project_id: z.number() })),
};
