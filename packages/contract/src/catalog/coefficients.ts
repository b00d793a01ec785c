import { COEFFICIENT_TARGETS, NORM_PARTS } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, endpoint, IN_SPACE, pathId } from '../endpoint.ts';
import { decimalField, lineField, titleField } from '../fields.ts';

export const coefficientsErrors = {
  'coefficient.not_found': 404,
  'coefficient.set_not_found': 404,
  'coefficient.set_name_taken': 409,
  'coefficient.code_taken': 409,
  'coefficient.in_use': 409,
} as const;

const factor = decimalField.pipe(z.number().min(0, 'validation.not_negative').max(1_000_000)).nullable().default(null);

/** A factor on consumption of norms or on its cost, by parts; parts without one use `all`. */
const coefficient = z.object({
  code: lineField.default(''),
  name: titleField('validation.enter_name'),
  target: z.enum(COEFFICIENT_TARGETS),
  ...(Object.fromEntries([...NORM_PARTS, 'all'].map((part) => [part, factor])) as Record<
    (typeof NORM_PARTS)[number] | 'all',
    typeof factor
  >),
});
export type CoefficientDefinition = z.output<typeof coefficient>;

const set = z.object({ name: titleField('validation.enter_name'), source: lineField.default('') });
export type CoefficientSetDefinition = z.output<typeof set>;

const storedFactor = z.number().nullable();
const storedCoefficient = z.object({
  id: z.number(),
  set_id: z.number(),
  /** Coefficients are applied in this order. */
  position: z.number(),
  code: z.string(),
  name: z.string(),
  target: z.enum(COEFFICIENT_TARGETS),
  labour: storedFactor,
  equipment: storedFactor,
  material: storedFactor,
  all: storedFactor,
  /** Rows of relations between directories that use it. */
  uses: z.number(),
});
export type Coefficient = z.output<typeof storedCoefficient>;

const params = z.object({ id: pathId });
const created = z.object({ success: z.literal(true), id: z.number() });

export const coefficients = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/coefficients',
    summary: 'Coefficients of the space by their sets, in the order in which they are applied',
    right: 'structure.read',
    place: ANYWHERE,
    output: z.object({
      sets: z.array(z.object({ id: z.number(), name: z.string(), source: z.string(), coefficients: z.array(storedCoefficient) })),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/coefficients',
    summary: 'Create a coefficient at the end of a set; factors are taken with a decimal dot or comma',
    right: 'structure.edit',
    place: IN_SPACE,
    body: coefficient.extend({ set_id: z.number().int().positive() }),
    output: created,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/coefficients/{id}',
    summary: 'Change a coefficient, or its place in the order of its set; versions take the change over when somebody accepts it',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
    body: z.object({
      code: lineField.optional(),
      name: titleField('validation.enter_name').optional(),
      target: z.enum(COEFFICIENT_TARGETS).optional(),
      labour: factor.unwrap().optional(),
      equipment: factor.unwrap().optional(),
      material: factor.unwrap().optional(),
      all: factor.unwrap().optional(),
      position: z.number().int().positive().max(100_000).optional(),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/coefficients/{id}',
    summary: 'Delete a coefficient; refused while rows of relations use it',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
  }),
  createSet: endpoint({
    method: 'POST',
    path: '/api/v1/coefficients/sets',
    summary: 'Create a set of coefficients',
    right: 'structure.edit',
    place: IN_SPACE,
    body: set,
    output: created,
  }),
  updateSet: endpoint({
    method: 'PATCH',
    path: '/api/v1/coefficients/sets/{id}',
    summary: 'Rename a set of coefficients',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
    body: set,
  }),
  removeSet: endpoint({
    method: 'DELETE',
    path: '/api/v1/coefficients/sets/{id}',
    summary: 'Delete a set with its coefficients; refused while rows of relations use one of them',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
  }),
};
