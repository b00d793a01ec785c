import { COST_WEIGHTS, type CostPart, type CostWeight, splitTotal } from '@gantry/domain';
import { fractionOf } from '@gantry/engine';
import fc from 'fast-check';

/** Whom a part of a row goes to: a work by its place, or nothing on purpose. */
export type DrawnLink = { work: number | null; share: string | null; by: CostWeight | null; parts: CostPart[] | null };
/** A row in kopecks; `rule`: a rule of `RULES` links it, otherwise `links` do by hand. */
export type DrawnRow = {
  amount: bigint;
  divided: [labour: bigint, machines: bigint, rest: bigint];
  quantity: string;
  rule: number | null;
  links: DrawnLink[];
};
/** Volumes of a work in thousandths, by planned days; what is done of it up to each step, in percent: everything in the end, or more. */
export type DrawnWork = { plan: number[]; done: number[] };
export type Drawn = { rows: DrawnRow[]; works: DrawnWork[]; usual: CostWeight };

export const WORKS = 4;
export const STEPS = 3;
/** Rules by their masks on codes: all of a row, a third and then the rest, a part and the rest left out, a part alone. */
export const RULES: readonly (readonly [code: string, work: number | null, share: string | null])[] = [
  ['R0-*', 1, null],
  ['R1-*', 2, '1/3'],
  ['R1-*', 3, null],
  ['R2-*', 0, '0.25'],
  ['R2-*', null, null],
  ['R3-*', 2, '0.1'],
];
const GROUPS = 4;

const sumOfShares = (links: readonly DrawnLink[]): number =>
  links.reduce((sum, { share }) => {
    const fraction = share === null ? null : fractionOf(share);
    return sum + (fraction ? Number(fraction.over) / Number(fraction.under) : 0);
  }, 0);

const link = fc.record({
  work: fc.option(fc.nat(WORKS - 1), { nil: null }),
  share: fc.constantFrom(null, null, '0.25', '1/3', '0.1', '1/7'),
  by: fc.option(fc.constantFrom(...COST_WEIGHTS), { nil: null }),
  parts: fc.constantFrom<CostPart[] | null>(null, null, null, ['labour'], ['labour', 'machines'], ['other']),
});
const row = fc
  .record({
    amount: fc.oneof(fc.bigInt({ min: -99_999n, max: 99_999n }), fc.bigInt({ min: 1n, max: 10n ** 9n })),
    weights: fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)),
    quantity: fc.constantFrom('1', '2', '0.125', '12.3456789', '1000', ''),
    rule: fc.option(fc.nat(GROUPS - 1), { nil: null, freq: 1 }),
    links: fc.uniqueArray(link, { maxLength: 4, selector: ({ work }) => work }).filter((links) => sumOfShares(links) <= 0.99),
  })
  .map(({ weights: [labour, machines, rest], ...one }): DrawnRow => {
    const whole = BigInt(labour + machines + rest + 1);
    const [a, b, c] = splitTotal(one.amount, [labour, machines, rest + 1].map((weight) => one.amount * BigInt(weight)), whole); // prettier-ignore
    return { ...one, divided: [a, b, c] };
  });
const work = fc.record({
  plan: fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 4 }),
  done: fc
    .tuple(fc.nat(90), fc.nat(90), fc.constantFrom(100, 100, 130))
    .map(([one, other, last]) => [Math.min(one, other), Math.max(one, other), last]),
});

/** An estimate, links and rules that carry its rows to works, volumes and facts of these. Its first row is the first work's alone. */
export const drawnEstimate = (rows: number): fc.Arbitrary<Drawn> =>
  fc
    .record({
      rows: fc.array(row, { minLength: 1, maxLength: rows, size: 'max' }),
      works: fc.array(work, { minLength: WORKS, maxLength: WORKS }),
      usual: fc.constantFrom(...COST_WEIGHTS),
    })
    .map((drawn) => ({ ...drawn, rows: [FIRST, ...drawn.rows] }));

const FIRST: DrawnRow = {
  amount: 100_000_001n,
  divided: [33_333_334n, 33_333_333n, 33_333_334n],
  quantity: '3',
  rule: null,
  links: [{ work: 0, share: null, by: null, parts: null }],
};

const text = (amount: bigint): string => {
  const size = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
};

/** The estimate as a table; a row that a rule links has its code. */
export const tableOfDrawn = ({ rows }: Drawn): Buffer =>
  Buffer.from(
    [
      'No;Code;Name;Unit;Quantity;Amount;Labour;Machines',
      ...rows.map(({ amount, divided: [labour, machines], quantity, rule }, at) =>
        [
          at + 1,
          rule === null ? `H-${at}` : `R${rule}-${at}`,
          `Row ${at + 1}`,
          'm3',
          quantity,
          text(amount),
          text(labour),
          text(machines),
        ].join(';'),
      ),
    ].join('\n'),
  );

/** Returns the links of a row, made by its rule or by hand. */
export const linksOfDrawn = ({ rule, links }: DrawnRow): readonly DrawnLink[] =>
  rule === null
    ? links
    : RULES.filter(([code]) => code === `R${rule}-*`).map(([, to, share]) => ({ work: to, share, by: null, parts: null }));

/** Days of the volumes of a work, by their place: planned ones, or what each step does. */
export function volumesOfDrawn({ plan, done }: DrawnWork): { plan: number[]; fact: number[] } {
  const whole = plan.reduce((sum, volume) => sum + volume, 0);
  const upTo = done.map((percent) => Math.round((whole * percent) / 100));
  return { plan: plan.map((volume) => volume / 1000), fact: upTo.map((volume, step) => (volume - (upTo[step - 1] ?? 0)) / 1000) };
}
