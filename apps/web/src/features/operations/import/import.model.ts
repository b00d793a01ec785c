import { CHANGE_KINDS, type ChangePart, importRule, type ImportProposal, type ImportRule } from '@gantry/contract';
import { VERSION_TABLE_NAMES } from '@gantry/domain';

/** A rule of version upload before anybody changed it. */
export const plainRule = (): ImportRule => importRule.parse({});

/** Activities first, then the rest in the order of the product. */
const SHOWN_TABLES = ['wbs' as const, ...VERSION_TABLE_NAMES.filter((table) => table !== 'wbs')];

/** Parts of a proposal by table, in the order of the product, with what they count. */
export function partsByTable(parts: ImportProposal['parts']): { table: string; parts: ImportProposal['parts'] }[] {
  return SHOWN_TABLES.map((table) => ({ table, parts: parts.filter(({ part }) => part.startsWith(`${table}.`)) })).filter(
    (group) => group.parts.length > 0,
  );
}

/** Kind of a part: add, update or delete. */
export const kindOf = (part: ChangePart) => CHANGE_KINDS.find((kind) => part.endsWith(`.${kind}`)) ?? 'update';

/** The parts that the choice of the upload takes over. */
export function chosenParts({ parts, choice, acceptable }: Pick<ImportProposal, 'parts' | 'choice' | 'acceptable'>): Set<ChangePart> {
  return new Set(acceptable ? parts.filter(({ part }) => choice[kindOf(part)]).map(({ part }) => part) : []);
}

/** How many rows the chosen parts touch. */
export const countChosen = (parts: ImportProposal['parts'], chosen: ReadonlySet<ChangePart>): number =>
  parts.reduce((sum, { part, count }) => sum + (chosen.has(part) ? count : 0), 0);
