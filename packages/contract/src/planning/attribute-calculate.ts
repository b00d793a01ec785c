import { OWN_ATTRIBUTE_TYPES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atNode, atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';

/** An error of a formula with its position: characters from and to. */
export const formulaFault = z.object({ code: z.string(), from: z.number(), to: z.number(), parameters: z.record(z.string(), z.json()) });
export type FormulaFault = z.output<typeof formulaFault>;

const id = z.number().int().positive();

/** The most values of one answer: attributes with formulas × rows. */
export const MOST_CALCULATED_VALUES = 2_000_000;

export const attributeCalculate = {
  names: endpoint({
    method: 'GET',
    path: '/api/v1/attribute-calculate/names',
    summary: 'What formulas may name: fields of rows and attributes, of a version or of a place of the hierarchy',
    right: 'structure.read',
    place: ANYWHERE,
    query: z.object({ version_id: z.coerce.number().int().positive().optional(), node_id: z.coerce.number().int().positive().optional() }),
    output: z.object({ names: z.array(z.object({ name: z.string(), type: z.string(), title: z.string() })) }),
  }),
  validate: endpoint({
    method: 'POST',
    path: '/api/v1/attribute-calculate/validate',
    summary: 'Check a formula: whether it can be read, whether it closes a cycle, and what it gives for a row or a node',
    right: 'structure.read',
    place: ANYWHERE,
    heavy: 'space',
    body: z.object({
      formula: z.string().max(4000),
      /** The type that it must give. */
      type: z.enum(OWN_ATTRIBUTE_TYPES).nullable().default(null),
      /** What formulas will call the attribute: its cycle is looked for under this name. */
      name: z.string().max(512).optional(),
      version_id: id.optional(),
      row_id: id.optional(),
      node_id: id.optional(),
    }),
    output: z.object({
      valid: z.boolean(),
      type: z.string().nullable(),
      fault: formulaFault.nullable(),
      /** Names from the first to itself again. */
      ring: z.array(z.string()).nullable(),
      reads: z.array(z.string()),
      /** For the row or node that was named, where the formula is valid. */
      result: z.object({ value: z.json(), fault: formulaFault.nullable() }).nullable(),
    }),
  }),
  calculateVersion: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/attributes/calculate',
    summary:
      'Calculate the attributes of a version that have formulas, for all rows or some; nothing is stored, they are calculated whenever they are read',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId }),
    body: z
      .object({
        ids: z.array(id).max(100_000).optional(),
        /** Of these attributes alone. */
        attributes: z.array(id).max(10_000).optional(),
      })
      .default({}),
    output: z.object({
      success: z.literal(true),
      revision: z.number(),
      attributes: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          fault: formulaFault.nullable(),
          values: z.array(z.object({ row_id: z.number(), value: z.json(), fault: formulaFault.nullable() })),
        }),
      ),
    }),
  }),
  calculateNode: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{id}/attributes/calculate',
    summary: 'Calculate the attributes of a node that have formulas',
    right: 'structure.read',
    place: atNode('id'),
    heavy: 'space',
    params: z.object({ id: pathId }),
    output: z.object({
      success: z.literal(true),
      attributes: z.array(z.object({ id: z.number(), name: z.string(), value: z.json(), fault: formulaFault.nullable() })),
    }),
  }),
};
