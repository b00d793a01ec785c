import { api } from '@gantry/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

/** Gives attributes of the hierarchy formulas, and takes them away. */
export function useFormulaCommands(spaceId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: ['space', spaceId] });
      return done;
    };
    return {
      set: (id: number, formula: string) =>
        changed(call(api.calculatedAttributeSettings.create, { body: { attribute_id: id, formula } }, { spaceId })),
      clear: (id: number) => changed(call(api.calculatedAttributeSettings.remove, { params: { id } }, { spaceId })),
    };
  }, [client, spaceId]);
}
