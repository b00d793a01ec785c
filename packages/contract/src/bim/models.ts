import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { atNode, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { titleField } from '../fields.ts';

export const modelsErrors = {
  'model.not_found': 404,
  'model.not_ready': 409,
  'model.element_not_found': 404,
  'model.no_file': 422,
  'model.too_large': 413,
  'model.quota_exceeded': 413,
  'model.empty': 422,
  'model.not_ifc': 422,
  'model.schema_unknown': 422,
  'model.no_data': 422,
  'model.truncated': 422,
  'model.unterminated': 422,
  'model.cyclic': 422,
  'model.zip_broken': 422,
  'model.zip_many': 422,
  'model.zip_large': 422,
  'model.zip_encrypted': 422,
  'model.stalled': 422,
  'model.too_long': 422,
  'model.too_much_memory': 422,
  'model.converter_failed': 422,
} as const;

/** The most bytes of an IFC file, or of its zip. */
export const MODEL_FILE_BYTES = 500 * 1024 * 1024;
const MOST_IDS = 20_000;
const MOST_FOUND = 500;

export const MODEL_STATUSES = ['waiting', 'converting', 'ready', 'failed'] as const;
export type ModelStatus = (typeof MODEL_STATUSES)[number];

/** What a model file has that its author should know of; texts are `model.finding.<code>`. */
const finding = z.object({ severity: z.enum(['error', 'warning', 'info']), code: z.string(), count: z.number().nullable() });
export type ModelFinding = z.output<typeof finding>;

/** Why a version could not be made; the code is one of the errors of models. */
const failure = z.object({ code: z.string(), parameters: z.record(z.string(), z.json()) });
export type ModelFailure = z.output<typeof failure>;

const modelVersion = z.object({
  id: z.number(),
  number: z.number(),
  file_name: z.string(),
  status: z.enum(MODEL_STATUSES),
  job_id: z.number().nullable(),
  failure: failure.nullable(),
  findings: z.array(finding),
  /** As the file says; null until it is read. */
  schema: z.string().nullable(),
  program: z.string().nullable(),
  elements: z.number(),
  source_bytes: z.number(),
  geometry_bytes: z.number().nullable(),
  /** Made by another release of the converter than the present one. */
  outdated: z.boolean(),
  created_at: z.string(),
  created_by: z.string().nullable(),
});
export type ModelVersion = z.output<typeof modelVersion>;

const model = z.object({
  id: z.number(),
  name: z.string(),
  /** The version that is shown; null until one is ready. */
  current: modelVersion.nullable(),
  /** The newest version, where it is another one: under way, or failed. */
  latest: modelVersion.nullable(),
});
export type Model = z.output<typeof model>;

const counted = z.object({ name: z.string(), elements: z.number() });

export const ATTRIBUTE_KINDS = ['text', 'number', 'flag'] as const;
/** A property of elements, by its set; `set` is empty for what every element has: name, type, layer and so on. */
const attribute = z.object({
  set: z.string(),
  name: z.string(),
  kind: z.enum(ATTRIBUTE_KINDS),
  elements: z.number(),
  samples: z.array(z.string()),
});
export type ModelAttribute = z.output<typeof attribute>;

/** An element in lists. `entity` is its number in the file, by which the geometry knows it. */
const element = z.object({
  id: z.number(),
  model_id: z.number(),
  entity: z.number(),
  guid: z.string(),
  name: z.string(),
  category: z.string(),
  type: z.string(),
  tag: z.string(),
  storey: z.string().nullable(),
  layers: z.array(z.string()),
  materials: z.array(z.string()),
  classes: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Cubic and square metres and metres; null where neither the file nor the geometry says. */
  volume: z.number().nullable(),
  volume_source: z.enum(['file', 'geometry']).nullable(),
  area: z.number().nullable(),
  length: z.number().nullable(),
});
export type ModelElement = z.output<typeof element>;

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();
export const propertySet = z.object({
  name: z.string(),
  is_quantity: z.boolean(),
  values: z.array(z.object({ name: z.string(), value, kind: z.string() })),
});
export type ModelPropertySet = z.output<typeof propertySet>;

const place = z.object({
  number: z.number(),
  parent: z.number().nullable(),
  category: z.string(),
  name: z.string(),
  elevation: z.number().nullable(),
  elements: z.number(),
});
export type ModelPlace = z.output<typeof place>;

const params = z.object({ id: pathId });
const ofModel = z.object({ id: pathId, modelId: pathId });
const ids = z.array(z.number().int().positive()).min(1).max(MOST_IDS);

/** Models of a project: IFC files, converted for browsers, with what they say of their elements. */
export const models = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/3d/models',
    summary: 'The models of a project, each with the version that is shown and the one under way',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: z.object({ models: z.array(model), max_bytes: z.number() }),
  }),
  info: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/3d/models/{modelId}/info',
    summary: 'A model with all its versions, and what the current one holds by type, storey, layer, class and material',
    right: 'plan.read',
    place: atNode('id'),
    params: ofModel,
    output: z.object({
      id: z.number(),
      name: z.string(),
      versions: z.array(modelVersion),
      types: z.array(counted),
      storeys: z.array(counted),
      layers: z.array(counted),
      classes: z.array(counted),
      materials: z.array(counted),
    }),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/3d/models/upload',
    summary:
      'Upload an IFC file or its zip as a new model, or (field `model_id`) as the next version of one; fields `name`, `code_page`; a job converts it',
    right: 'bim.edit',
    place: atNode('id'),
    params,
    request: 'multipart',
    output: jobAnswer.extend({ model_id: z.number(), version_id: z.number() }),
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{id}/3d/models/{modelId}',
    summary: 'Give a model another name',
    right: 'bim.edit',
    place: atNode('id'),
    params: ofModel,
    body: z.strictObject({ name: titleField('validation.enter_name') }),
  }),
  convert: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/3d/models/{modelId}/convert',
    summary: 'Convert the newest version of a model again from the file as it came',
    right: 'bim.edit',
    place: atNode('id'),
    params: ofModel,
    output: jobAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{id}/3d/models/{modelId}',
    summary: 'Delete a model with all its versions and files',
    right: 'bim.edit',
    place: atNode('id'),
    params: ofModel,
  }),
  geometry: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/3d/models/{modelId}/geometry',
    summary: 'The geometry of the current version of a model, as the viewer reads it',
    right: 'plan.read',
    place: atNode('id'),
    params: ofModel,
    query: z.object({
      space_id: pathId.optional().describe('The space, for browsers that fetch without headers'),
      version: pathId.optional().describe('Another version of the model than the current one'),
    }),
    response: 'binary',
  }),
  attributesByText: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/3d/models/attributes/by-text',
    summary: 'Elements of the current versions whose names or properties hold a text, and properties whose names do',
    right: 'plan.read',
    place: atNode('id'),
    heavy: 'space',
    params,
    query: z.object({
      text: z.string().trim().min(1).max(200),
      limit: z.coerce.number<number>().int().min(1).max(MOST_FOUND).default(200),
    }),
    output: z.object({
      attributes: z.array(attribute),
      elements: z.array(z.object({ id: z.number(), model_id: z.number(), entity: z.number(), name: z.string(), category: z.string() })),
      total: z.number(),
    }),
  }),
  attributesByIds: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/3d/models/attributes/by-ids',
    summary: 'Properties of elements: those that all of them have with one value, and those that differ',
    right: 'plan.read',
    place: atNode('id'),
    heavy: 'space',
    changesData: false,
    bodyBytes: LARGE_BODY,
    params,
    body: z.object({
      elements: z
        .array(z.object({ model_id: z.number().int().positive(), ids }))
        .min(1)
        .max(100),
    }),
    output: z.object({
      elements: z.number(),
      volume: z.number(),
      area: z.number(),
      length: z.number(),
      attributes: z.array(
        z.object({ set: z.string(), name: z.string(), value: value.describe('Null where the elements differ'), differs: z.boolean() }),
      ),
    }),
  }),
  attributesAll: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/3d/models/attributes/all',
    summary: 'All properties of the elements of the current versions, with how many have them and some values',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: z.object({ attributes: z.array(attribute) }),
  }),
  elementsMetadata: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/3d/models/{modelId}/elements/metadata',
    summary: 'Elements of a model by their ids: names, types, places, layers, classes, materials and quantities',
    right: 'plan.read',
    place: atNode('id'),
    changesData: false,
    bodyBytes: LARGE_BODY,
    params: ofModel,
    body: z.object({ ids }),
    output: z.object({ elements: z.array(element) }),
  }),
  tree: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/3d/models/{modelId}/pbs/reduced',
    summary: 'The product breakdown of a model: its places, and its elements as columns in one order',
    right: 'plan.read',
    place: atNode('id'),
    heavy: 'space',
    params: ofModel,
    output: z.object({
      version_id: z.number(),
      places: z.array(place),
      categories: z.array(z.string()),
      layers: z.array(z.string()),
      /** Columns: `category` and `layer` are indexes of the lists (-1: none), `place` is a number of a place (0: none). */
      elements: z.object({
        id: z.array(z.number()),
        entity: z.array(z.number()),
        name: z.array(z.string()),
        category: z.array(z.number()),
        place: z.array(z.number()),
        layer: z.array(z.number()),
      }),
    }),
  }),
  elementInfo: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/3d/models/{modelId}/elements/{elementId}/info',
    summary: 'One element of a model with all its properties and quantities',
    right: 'plan.read',
    place: atNode('id'),
    params: ofModel.extend({ elementId: pathId }),
    output: element.extend({ path: z.array(z.string()), sets: z.array(propertySet) }),
  }),
};

export const modelsEvents = {
  bim_model_upload_progress: heardBy(
    'plan.read',
    'node',
    'project_id',
    event({
      project_id: z.number(),
      model_id: z.number(),
      percent: z.number(),
      stage: z.enum(['waiting', 'reading', 'geometry', 'quantities', 'storing', 'done']),
      status: z.enum(MODEL_STATUSES),
    }),
  ),
};
