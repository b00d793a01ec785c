import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { atNode, atNodeOfBody, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';

export const primitiveModelsErrors = {
  'primitive_model.not_found': 404,
  'primitive_model.no_storey': 422,
  'primitive_model.key_taken': 422,
  'primitive_model.flat': 422,
} as const;

export const MOST_PRIMITIVES = 5000;
export const PRIMITIVE_CATEGORIES = ['IFCWALL', 'IFCSLAB', 'IFCCOLUMN', 'IFCBEAM', 'IFCBUILDINGELEMENTPROXY'] as const;

const FARTHEST_METRES = 100_000;
const place = z.number().min(-FARTHEST_METRES).max(FARTHEST_METRES);
const size = z.number().min(0.001).max(FARTHEST_METRES);
const text = z.string().trim().max(200);

const storey = z.strictObject({ name: titleField('validation.enter_name'), elevation: place });
const item = z.strictObject({
  /** Stays the same through all versions: links hold on to it. */
  key: z.string().trim().min(1).max(64),
  name: text,
  category: z.enum(PRIMITIVE_CATEGORIES),
  /** Its place in the list of storeys, from 0. */
  storey: z.number().int().min(0),
  code: text.default(''),
  layer: text.default(''),
  /** Metres on the storey, and above it. */
  x: place.default(0),
  y: place.default(0),
  z: place.default(0),
  /** Degrees. */
  rotation: z.number().min(-360).max(360).default(0),
  height: size,
  shape: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('box'), width: size, depth: size }),
    z.strictObject({ kind: z.literal('cylinder'), radius: size }),
    z.strictObject({
      kind: z.literal('prism'),
      points: z
        .array(z.tuple([place, place]))
        .min(3)
        .max(200),
    }),
  ]),
});
const content = {
  name: titleField('validation.enter_name'),
  storeys: z.array(storey).min(1).max(200),
  items: z.array(item).min(1).max(MOST_PRIMITIVES),
};
const definition = z.strictObject({ eps_id: z.number().int().positive().describe('The project'), ...content });
export type PrimitiveModelDefinition = z.output<typeof definition>;
const listed = z.object({ id: z.number(), eps_id: z.number(), name: z.string(), items: z.number() });
const whole = definition.extend({ id: z.number() });
export type PrimitiveModelContent = z.output<typeof whole>;

const answered = z.object({ success: z.literal(true), id: z.number() }).extend(jobAnswer.shape);
const ofModel = z.object({ epsId: pathId, id: pathId });

/** Models of boxes, cylinders and prisms by storeys, for where nobody has drawn any: converted, linked and played like those of files. */
export const primitiveModels = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/primitivesModels/eps/{epsId}',
    summary: 'Primitive models of a project; the id of each is that of its model',
    right: 'plan.read',
    place: atNode('epsId'),
    params: z.object({ epsId: pathId }),
    output: z.object({ models: z.array(listed) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/primitivesModels/eps/{epsId}/{id}',
    summary: 'A primitive model with its storeys and bodies',
    right: 'plan.read',
    place: atNode('epsId'),
    params: ofModel,
    output: whole,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/primitivesModels',
    summary: 'Make a model of boxes, cylinders and prisms; a job converts it',
    right: 'bim.edit',
    place: atNodeOfBody('eps_id'),
    body: definition,
    bodyBytes: LARGE_BODY,
    output: answered,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/primitivesModels',
    summary: 'Change a primitive model: its next version is converted, links hold on to the keys of its bodies',
    right: 'bim.edit',
    place: atNodeOfBody('eps_id'),
    body: definition.partial({ name: true, storeys: true, items: true }).extend({ id: z.number().int().positive() }),
    bodyBytes: LARGE_BODY,
    output: answered,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/primitivesModels/eps/{epsId}/{id}',
    summary: 'Delete a primitive model with its versions and links',
    right: 'bim.edit',
    place: atNode('epsId'),
    params: ofModel,
  }),
};
