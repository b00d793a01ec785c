import { conditionsOf, FILTER_OPERATORS, type RowFilter } from '@gantry/domain';
import { z } from 'zod';

const CONDITIONS = 50;
/** Conditions of all groups together. */
const CONDITIONS_IN_ALL = 200;

const column = z.string().min(1).max(64);
const join = z.enum(['and', 'or']);
const condition = z.object({ column, operator: z.enum(FILTER_OPERATORS), value: z.json().default(null) });
const inner = z.object({ join, conditions: z.array(condition).max(CONDITIONS) });
const group = z.object({ join, conditions: z.array(z.union([condition, inner])).max(CONDITIONS) });

/** Conditions in groups, up to three deep. */
export const rowFilter = z
  .object({
    join: join.default('and'),
    conditions: z.array(z.union([condition, group])).max(CONDITIONS),
  })
  .refine((filter) => conditionsOf(filter).length <= CONDITIONS_IN_ALL, 'validation.too_many_conditions') satisfies z.ZodType<RowFilter>;

/** How rows are ordered: 1 ascending, -1 descending. */
export const rowSort = z.object({ column, direction: z.union([z.literal(1), z.literal(-1)]) });
