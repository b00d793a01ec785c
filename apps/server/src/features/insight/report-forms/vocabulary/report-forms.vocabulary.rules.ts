import {
  REPORT_ACT_SUM_VALUES,
  REPORT_ACT_VALUES,
  REPORT_AMOUNTS,
  REPORT_CHANGE_VALUES,
  REPORT_CHARTS,
  REPORT_CURVES,
  REPORT_CURVE_VALUES,
  REPORT_IMAGES,
  REPORT_NARRATIVE_VALUES,
  REPORT_PERIOD_LISTS,
  REPORT_PERIOD_VALUES,
  REPORT_RESOURCE_VALUES,
  REPORT_ROW_LISTS,
  REPORT_ROW_VALUES,
  REPORT_VALUES,
} from '@gantry/domain';
import { TEMPLATE_FORMATS, type Vocabulary } from '@gantry/interchange';

const NO_ATTRIBUTES: ReadonlySet<string> = new Set();
const leaf = (values: readonly string[]): Vocabulary => ({ values: new Set(values), lists: new Map(), attributes: NO_ATTRIBUTES });

/** What a row says; the rows of a phase are in it. A form is made for many schedules: their attributes may be any. */
const rowLists = new Map<string, Vocabulary>();
const row: Vocabulary = { values: new Set([...REPORT_ROW_VALUES, ...REPORT_AMOUNTS]), lists: rowLists, attributes: null };
for (const name of REPORT_ROW_LISTS) rowLists.set(name, row);

const ofVersion = new Map<string, Vocabulary>([
  ...rowLists,
  ['resources', leaf(REPORT_RESOURCE_VALUES)],
  ...REPORT_CURVES.map((name) => [name, leaf(REPORT_CURVE_VALUES)] as const),
  ['act_lines', leaf(REPORT_ACT_VALUES)],
  ['executed_rows', leaf(REPORT_ACT_VALUES)],
  ['act_sums', leaf(REPORT_ACT_SUM_VALUES)],
  ['changes', leaf(REPORT_CHANGE_VALUES)],
  ['narrative', leaf(REPORT_NARRATIVE_VALUES)],
]);

/** What placeholders of a form may name. */
export const REPORT_VOCABULARY: Vocabulary = {
  values: new Set(REPORT_VALUES),
  lists: new Map([
    ...ofVersion,
    ...REPORT_PERIOD_LISTS.map((name) => [name, leaf(REPORT_PERIOD_VALUES)] as const),
    ['versions', { values: new Set(REPORT_VALUES), lists: ofVersion, attributes: NO_ATTRIBUTES }],
  ]),
  attributes: NO_ATTRIBUTES,
  drawings: new Set([...REPORT_IMAGES.map((name) => `image:${name}`), ...Object.keys(REPORT_CHARTS).map((name) => `chart:${name}`)]),
};

/** The vocabulary as people read it: amounts by their pattern, not one by one. */
export function vocabularyOut() {
  const shortened = (values: ReadonlySet<string>): string[] => [
    ...[...values].filter((name) => !AMOUNTS.has(name)),
    ...([...values].some((name) => AMOUNTS.has(name))
      ? [
          'volume.plan.total',
          'labour.fact.to_date',
          'cost.plan.year',
          'cost.target.before_year',
          'volume.plan.m1',
          'cost.fact.q1',
          'labour.remaining.total',
          'volume.approved.this_period',
          'cost.plan.each',
          'attr("…")',
        ]
      : []),
  ];
  return {
    values: [...REPORT_VOCABULARY.values, 'passport("…")', ...(REPORT_VOCABULARY.drawings ?? [])],
    lists: [...REPORT_VOCABULARY.lists].map(([name, { values }]) => ({ name, values: shortened(values) })),
    formats: [...TEMPLATE_FORMATS],
  };
}

const AMOUNTS: ReadonlySet<string> = new Set(REPORT_AMOUNTS);
