import type { FigureKind, FIGURE_UNITS, SeriesKind } from '@gantry/contract';

/** Measures that earned value is told in. */
export const EARNED_MEASURES = ['cost', 'labour'] as const;
export type EarnedMeasure = (typeof EARNED_MEASURES)[number];
/** The lines that a status point keeps: what was promised, which earned schedule is read from. */
export const STATUS_KEYS: readonly string[] = EARNED_MEASURES.map((measure) => `${measure}_target`);

const LAID = ['target', 'plan', 'early', 'late', 'fact', 'earned', 'remaining', 'approved'] as const;
const ENDS = ['target', 'plan', 'fact', 'remaining'] as const;
const DISTRIBUTED = ['plan', 'fact', 'ahead'] as const;
export const VOLUMES = ['target', 'plan', 'fact', 'remaining'] as const;

/**
 * What a version is laid out into, by measure and line: money in cents, hours and volumes in thousandths, works, promises, and of each
 * promise the thousandths that were done.
 */
export const LINE_KEYS: readonly string[] = [
  ...EARNED_MEASURES.flatMap((measure) => LAID.map((line) => `${measure}_${line}`)),
  ...['starts', 'finishes'].flatMap((end) => ENDS.map((line) => `${end}_${line}`)),
  ...['price', 'spent'].flatMap((of) => DISTRIBUTED.map((line) => `${of}_${line}`)),
  'promised',
  'kept',
  'reliability',
];
/** The lines of an item of volumes: they are never added up over items. */
export const VOLUME_KEYS: readonly string[] = VOLUMES.map((line) => `volume_${line}`);

/** How a line of an answer is made of laid lines, and where it reaches: up to the data date, or from it on. */
export type LineRule = {
  key: string;
  of: readonly (readonly [key: string, sign: 1 | -1])[];
  reach: 'all' | 'past' | 'ahead';
  /** What stands at the end of a period, not what falls on it. */
  level?: true;
};
/** A kind of figures as data. */
export type KindRules = {
  unit: (typeof FIGURE_UNITS)[number];
  decimals: number;
  /** Told only to who may see what things cost. */
  money: boolean;
  lines: readonly LineRule[];
  /** Further laid lines that the periods reach over. */
  spans?: readonly string[];
};

const one = (key: string, of: string, reach: LineRule['reach'] = 'all'): LineRule => ({ key, of: [[of, 1]], reach });
const forecast = (of: string): LineRule => ({
  key: 'forecast',
  of: [
    [`${of}_fact`, 1],
    [`${of}_remaining`, 1],
  ],
  reach: 'ahead',
});
const UNIT_OF = { cost: 'money', labour: 'hours', count: 'count' } as const;
const DECIMALS_OF = { cost: 2, labour: 3, count: 0 } as const;
const of = (measure: SeriesKind, lines: readonly LineRule[]): KindRules => ({
  unit: UNIT_OF[measure],
  decimals: DECIMALS_OF[measure],
  money: measure === 'cost',
  lines,
});

const earned = (measure: EarnedMeasure): KindRules =>
  of(measure, [
    ...(['target', 'plan', 'early', 'late'] as const).map((line) => one(line, `${measure}_${line}`)),
    one('fact', `${measure}_fact`, 'past'),
    one('earned', `${measure}_earned`, 'past'),
    one('remaining', `${measure}_remaining`),
    forecast(measure),
  ]);

/** What a measure is laid under: works by their finishes. */
const baseOf = (measure: SeriesKind): string => (measure === 'count' ? 'finishes' : measure);

function byTarget(measure: SeriesKind): KindRules {
  const base = baseOf(measure);
  return of(measure, [
    one('target', `${base}_target`),
    one('plan', `${base}_plan`),
    one('fact', `${base}_fact`, 'past'),
    // What was done and what is left, against the promise.
    {
      key: 'deviation',
      of: [
        [`${base}_fact`, 1],
        [`${base}_remaining`, 1],
        [`${base}_target`, -1],
      ],
      reach: 'all',
    },
  ]);
}

const byDayPlan = (measure: EarnedMeasure): KindRules => ({
  ...of(measure, [
    one('approved_plan', `${measure}_approved`),
    one('plan', `${measure}_plan`),
    one('fact', `${measure}_fact`, 'past'),
    {
      key: 'deviation',
      of: [
        [`${measure}_fact`, 1],
        [`${measure}_approved`, -1],
      ],
      reach: 'past',
    },
  ]),
  spans: ['promised', 'kept'],
});

const COUNT: KindRules = of('count', [
  ...['starts', 'finishes'].flatMap((end): LineRule[] => [
    one(`${end}_target`, `${end}_target`),
    one(`${end}_plan`, `${end}_plan`),
    one(`${end}_fact`, `${end}_fact`, 'past'),
    { ...forecast(end), key: `${end}_forecast` },
  ]),
  {
    key: 'in_progress',
    of: [
      ['starts_fact', 1],
      ['finishes_fact', -1],
    ],
    reach: 'past',
    level: true,
  },
]);

/** Price and cost of distributed days; the forecast is what was done, and from the data date on what is planned. */
const MONEY_LINES = [
  ['plan', ['plan'], 'all'],
  ['fact', ['fact'], 'past'],
  ['forecast', ['fact', 'ahead'], 'ahead'],
] as const;
const MONEY: KindRules = of('cost', [
  ...(['price', 'spent'] as const).flatMap((base) =>
    MONEY_LINES.map(([key, laid, reach]): LineRule => ({
      key: `${base === 'spent' ? 'cost' : 'price'}_${key}`,
      of: laid.map((line) => [`${base}_${line}`, 1] as const),
      reach,
    })),
  ),
  ...MONEY_LINES.map(([key, laid, reach]): LineRule => ({
    key: `net_${key}`,
    of: laid.flatMap((line) => [[`price_${line}`, 1] as const, [`spent_${line}`, -1] as const]),
    reach,
  })),
]);

const VOLUME: KindRules = {
  unit: 'volume',
  decimals: 3,
  money: false,
  lines: [
    one('target', 'volume_target'),
    one('plan', 'volume_plan'),
    one('fact', 'volume_fact', 'past'),
    one('remaining', 'volume_remaining'),
    forecast('volume'),
  ],
};
const BY_EXECUTOR: KindRules = of('labour', [one('plan', 'labour_plan'), one('fact', 'labour_fact', 'past')]);

/** The laid lines that an answer of a kind is made of. */
export const keysOf = ({ lines, spans = [] }: Pick<KindRules, 'lines' | 'spans'>): Set<string> =>
  new Set([...lines.flatMap((line) => line.of.map(([key]) => key)), ...spans]);

/** The rules of a kind; `measure` where the kind holds something against a promise. */
export const rulesOf = (kind: FigureKind, measure?: SeriesKind): KindRules => KINDS[kind](measure);
const EARNED = { cost: earned('cost'), labour: earned('labour') };
const KINDS: Record<FigureKind, (measure?: SeriesKind) => KindRules> = {
  cost: () => EARNED.cost,
  labour: () => EARNED.labour,
  count: () => COUNT,
  money: () => MONEY,
  volume: () => VOLUME,
  'by-target': (measure = 'count') => byTarget(measure),
  'by-dp': (measure) => byDayPlan(measure === 'cost' ? 'cost' : 'labour'),
  'graph-by-executor': () => BY_EXECUTOR,
};
