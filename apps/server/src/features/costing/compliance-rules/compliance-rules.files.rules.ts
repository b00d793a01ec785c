import { type ComplianceRuleIn, type RuleBody, ruleBody, type TroubledCell } from '@gantry/contract';
import { COST_PARTS, COST_WEIGHTS, ESTIMATE_ROW_KINDS, RULE_TARGETS, UNIT_DIMENSIONS } from '@gantry/domain';
import type { Cell, SheetRow, Table } from '@gantry/interchange';
import { z } from 'zod';
import { troubleOf } from './compliance-rules.rules.ts';

/** Columns of a file of rules, as an export writes them, with the words for them in other languages. */
const COLUMNS = {
  name: ['Name', 'наименование', 'название', 'nom'],
  active: ['Active', 'активно', 'действует', 'actif'],
  code: ['Code', 'шифр', 'код', 'code'],
  row_name: ['Row name', 'наименование строки', 'nom de la ligne'],
  unit: ['Unit', 'ед. изм.', 'единица', 'unité'],
  section: ['Section', 'раздел', 'section'],
  estimate: ['Estimate', 'смета', 'devis'],
  volume_code: ['Volume code', 'код объёма', 'code de quantité'],
  kinds: ['Kinds', 'виды строк', 'types de ligne'],
  dimensions: ['Dimensions', 'измерения', 'grandeurs'],
  if: ['Condition', 'условие', 'condition'],
  to: ['Target', 'цель', 'cible'],
  attribute: ['Attribute', 'атрибут', 'attribut'],
  value: ['Value', 'значение', 'valeur'],
  share: ['Share', 'доля', 'part'],
  by: ['By', 'по', 'selon'],
  parts: ['Parts', 'составляющие', 'composantes'],
  unit_factor: ['Unit factor', 'коэффициент единицы', 'coefficient d’unité'],
} as const;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];
const PLACES = new Map(
  NAMES.flatMap((name) => COLUMNS[name].map((word): [string, Column] => [word.toLowerCase().replaceAll('ё', 'е'), name])),
);
const columnOf = (cell: Cell): Column | undefined =>
  typeof cell === 'string' ? PLACES.get(cell.trim().toLowerCase().replaceAll('ё', 'е')) : undefined;

/** Rules as a table, a line a rule. */
export function tableOfRules(rules: readonly ComplianceRuleIn[]): Table {
  const rows = rules.map(({ name, active, when, to, take }) => {
    const { kinds, dimensions, name: rowName, ...texts } = when;
    const cells: Record<Column, string> = {
      name, active: active ? 'yes' : 'no', code: '', unit: '', section: '', estimate: '', volume_code: '', if: '', ...texts,
      row_name: rowName ?? '', kinds: kinds?.join(', ') ?? '', dimensions: dimensions?.join(', ') ?? '',
      to: to.kind, attribute: to.attribute, value: to.value, share: take.share ?? '', by: take.by ?? '', parts: take.parts?.join(', ') ?? '', unit_factor: take.unit_factor === null ? '' : String(take.unit_factor),
    }; // prettier-ignore
    return NAMES.map((column) => cells[column] || null);
  });
  return { headers: NAMES.map((name) => COLUMNS[name][0]), rows };
}

export type RulesRead = { rules: ComplianceRuleIn[]; errors: TroubledCell[] };
const MOST_ERRORS = 200;

const YES = new Set(['', 'yes', 'true', '1', 'да', 'oui', 'x', '+']);
const NO = new Set(['no', 'false', '0', 'нет', 'non', '-']);

/** Reads rules of a table: all of them, or the cells that cannot be read; null where it has no column of a target. */
export function rulesOfTable(rows: readonly SheetRow[]): RulesRead | null {
  const [head, ...lines] = rows;
  const places = new Map((head?.cells ?? []).flatMap((cell, at) => (columnOf(cell) ? [[columnOf(cell) as Column, at] as const] : [])));
  if (!places.has('to')) return null;
  const read: RulesRead = { rules: [], errors: [] };
  for (const { cells, line } of lines) {
    if (cells.every((cell) => cell === null || cell === '')) continue;
    const of = (column: Column): string => {
      const cell = cells[places.get(column) ?? -1] ?? null;
      return cell === null || typeof cell === 'object' ? '' : String(cell).trim();
    };
    const refuse = (column: string, code: string): void => {
      if (read.errors.length < MOST_ERRORS) read.errors.push({ row: line, column, code });
    };
    const list = <W extends string>(column: Column, words: readonly W[]): W[] => {
      const given = of(column)
        .split(',')
        .map((word) => word.trim().toLowerCase())
        .filter(Boolean);
      for (const word of given) if (!words.includes(word as W)) refuse(COLUMNS[column][0], 'word');
      return words.filter((word) => given.includes(word));
    };
    const active = of('active').toLowerCase();
    if (!YES.has(active) && !NO.has(active)) refuse(COLUMNS.active[0], 'word');
    const texts = {
      code: of('code'),
      name: of('row_name'),
      unit: of('unit'),
      section: of('section'),
      estimate: of('estimate'),
      volume_code: of('volume_code'),
      if: of('if'),
    };
    const [kinds, dimensions] = [list('kinds', ESTIMATE_ROW_KINDS), list('dimensions', UNIT_DIMENSIONS)];
    const [kind] = list('to', RULE_TARGETS);
    const [by] = list('by', COST_WEIGHTS);
    const parts = list('parts', COST_PARTS);
    if (!of('to')) refuse(COLUMNS.to[0], 'missing');
    const rule = {
      when: {
        ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
        ...(kinds.length ? { kinds } : {}),
        ...(dimensions.length ? { dimensions } : {}),
      },
      to: { kind: kind ?? 'ignore', attribute: of('attribute'), value: of('value') },
      take: {
        share: of('share').replace(',', '.') || null,
        by: by ?? null,
        parts: parts.length ? parts : null,
        unit_factor: numberIn(of('unit_factor')),
      },
    };
    const body = checked(rule, (column, code) => refuse(column, code));
    if (body) read.rules.push({ name: of('name').slice(0, 512), active: YES.has(active), ...body });
  }
  return read;
}

const numberIn = (text: string): number | null => (text === '' ? null : Number(text.replace(',', '.')));

/** Names of the columns of what a check answers. */
const columnName = (field: string): string => {
  const column = field === 'name' ? 'row_name' : field === 'kind' ? 'to' : field;
  return NAMES.includes(column as Column) ? COLUMNS[column as Column][0] : field;
};

function checked(rule: unknown, refuse: (column: string, code: string) => void): RuleBody | null {
  const parsed = ruleBody.safeParse(rule);
  if (!parsed.success) {
    for (const { path } of parsed.error.issues) refuse(columnName(String(path.at(-1) ?? '')), 'form');
    return null;
  }
  const trouble = troubleOf(parsed.data);
  if (!trouble) return parsed.data;
  refuse(columnName(trouble.field), trouble.code);
  return null;
}

const jsonRule = z.looseObject({ name: z.string().max(512).default(''), active: z.boolean().default(true) });

/** Reads rules of a JSON text as an export writes it; null where it is none. */
export function rulesOfJson(text: string): RulesRead | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(given)) return null;
  const read: RulesRead = { rules: [], errors: [] };
  for (const [at, one] of given.entries()) {
    const refuse = (column: string, code: string): void => {
      if (read.errors.length < MOST_ERRORS) read.errors.push({ row: at + 1, column, code });
    };
    const head = jsonRule.safeParse(one);
    if (!head.success) {
      refuse('', 'form');
      continue;
    }
    const { name, active, ...rest } = head.data;
    const body = checked(rest, refuse);
    if (body) read.rules.push({ name, active, ...body });
  }
  return read;
}
