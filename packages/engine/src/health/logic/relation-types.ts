import { NOT_MEASURED, shareOfRelations } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** DCMA 4: the share of finish-to-start relations; those of other types are told. */
export const relationTypes: HealthCheck = {
  source: 'dcma',
  unit: 'share',
  passes: 'at_least',
  threshold: { limit: 0.9 },
  measure: (context) => {
    const found = context.liveRelations.filter((relation) => context.plan.relations[relation].type !== 'fs');
    const other = shareOfRelations(context, found, context.liveRelations.length);
    return other.value === null ? NOT_MEASURED : { ...other, value: 1 - other.value };
  },
};
