import type { Replaced } from '@gantry/domain';
import type { Draft } from '../../edits/edits.service.ts';
import { findResource } from './replacements.resource.service.ts';
import { valuesReplaced } from './replacements.values.service.ts';

/** The rows that have what is replaced, found by that; null where rows that have nothing are meant. */
export async function itemsHaving(draft: Draft, what: Replaced): Promise<ReadonlySet<number> | null> {
  switch (what.kind) {
    case 'resource': {
      const { id } = findResource(await draft.all('resource'), what.from);
      return new Set((await draft.rowsBy('assignment', 'resourceId', [id])).map(({ itemId }) => itemId));
    }
    case 'attribute': {
      if (what.from === null) return null;
      const attribute = (await draft.all('attribute')).find(({ name }) => name === what.attribute);
      const values = attribute ? await draft.rowsBy('attributeValue', 'attributeId', [attribute.id]) : [];
      const wanted = JSON.stringify(what.from);
      return new Set(values.filter(({ value }) => JSON.stringify(value) === wanted).map(({ itemId }) => itemId));
    }
    case 'directory_row':
      return new Set((await valuesReplaced(draft, what)).flatMap(({ itemId }) => itemId ?? []));
    default: {
      if (what.from === null) return null;
      const field = what.kind === 'executor' ? 'executorId' : 'curatorId';
      return new Set((await draft.rowsBy('wbs', field, [what.from])).map(({ id }) => id));
    }
  }
}
