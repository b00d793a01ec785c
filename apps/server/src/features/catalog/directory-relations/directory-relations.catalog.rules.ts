import { type Norm, NORM_PARTS, type NormPart } from '@gantry/domain';

/** How people call the kinds of resources, as far as a column that says it can be read without asking. */
const PART_WORDS: Record<NormPart, RegExp> = {
  labour: /^(labou?r|people|person|worker|crew|труд|люди|рабоч|персонал|трудов)/i,
  equipment: /^(equip|machine|mach|plant|машин|механизм|оборуд|техник)/i,
  material: /^(material|матери|издели|конструк)/i,
};
const LABOUR_HOURS = /^(чел|man|person|work)/i;
const MACHINE_HOURS = /^(маш|mach)/i;

/** The kind of resource of a row: from its own value, else from its unit, else material. */
export function partOf(stated: unknown, unit: string): NormPart {
  const word = typeof stated === 'string' ? stated.trim() : '';
  const named = NORM_PARTS.find((part) => part === word.toLowerCase() || PART_WORDS[part].test(word));
  if (named) return named;
  if (LABOUR_HOURS.test(unit.trim())) return 'labour';
  return MACHINE_HOURS.test(unit.trim()) ? 'equipment' : 'material';
}

const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0);

/** The norm that the columns of a row make. */
export function normOfRow(unit: string, roles: Record<string, unknown>): Norm {
  const output = numberOf(roles['productivity']);
  return { unit, labourHours: numberOf(roles['labour']), machineHours: 0, outputPerDay: output || null, price: numberOf(roles['price']) };
}

/** Consumption factor of a row; null without one. */
export const factorOfRow = (roles: Record<string, unknown>): number | null =>
  typeof roles['coefficient'] === 'number' && roles['coefficient'] >= 0 ? roles['coefficient'] : null;
