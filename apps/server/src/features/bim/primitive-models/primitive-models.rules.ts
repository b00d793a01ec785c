import type { ErrorCode, PrimitiveModelContent } from '@gantry/contract';
import { areaOf } from '@gantry/interchange';

const LEAST_SQUARE_METRES = 1e-6;

/** Why a model cannot be made of bodies, with the name of the first that is wrong; null: it can. */
export function troubleOf({ storeys, items }: Pick<PrimitiveModelContent, 'storeys' | 'items'>): { code: ErrorCode; name: string } | null {
  const keys = new Set<string>();
  for (const { key, name, storey, shape } of items) {
    const named = name || key;
    if (storey >= storeys.length) return { code: 'primitive_model.no_storey', name: named };
    if (keys.has(key)) return { code: 'primitive_model.key_taken', name: key };
    keys.add(key);
    if (areaOf(shape) < LEAST_SQUARE_METRES) return { code: 'primitive_model.flat', name: named };
  }
  return null;
}
