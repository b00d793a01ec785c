import type { ReplacementKind } from '@gantry/domain';
import type { Replacer } from './replacements.replacer.rules.ts';
import { replaceResource } from './replacements.resource.service.ts';
import { replaceDirectoryRow, replacePerson, replaceValue } from './replacements.values.service.ts';

/** How each kind is replaced. */
export const REPLACERS: { [K in ReplacementKind]: Replacer<K> } = {
  resource: replaceResource,
  executor: replacePerson('executor'),
  curator: replacePerson('curator'),
  attribute: replaceValue,
  directory_row: replaceDirectoryRow,
};
