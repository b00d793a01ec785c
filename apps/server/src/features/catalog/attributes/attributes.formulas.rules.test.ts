import type { PlainNodeAttribute } from '@gantry/contract';
import type { FormulaAttribute } from '@gantry/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attributesBehind, nodeResults, readsOfFormulas, whyFormulaRefused } from './attributes.formulas.rules.ts';

const attribute = (id: number, name: string, formula: string | null): FormulaAttribute => ({ id, name, type: 'number', formula });
const chain = (count: number): FormulaAttribute[] =>
  Array.from({ length: count }, (_none, at) => attribute(at + 1, `a${at}`, at ? `a${at - 1} + a0` : null));

/** What each formula reads, checked against all others one by one. */
const oneByOne = (all: readonly FormulaAttribute[]) =>
  all.flatMap(({ formula, ...one }) => {
    const checked = formula === null ? null : whyFormulaRefused({ ...one, formula }, all);
    return checked && 'reads' in checked ? [[one.id, checked.reads] as const] : [];
  });

test.each([
  ['some that read each other', chain(6)],
  ['one that cannot be read', [...chain(3), attribute(9, 'bad', 'a0 +'), attribute(10, 'of it', 'bad * 2')]],
  ['a cycle', [...chain(3), attribute(9, 'x', 'y + 1'), attribute(10, 'y', 'x + 1')]],
  ['one that reads itself', [...chain(3), attribute(9, 'x', 'x + 1')]],
])('what formulas read is what each reads by itself: %s', (_what, all) => {
  expect([...readsOfFormulas(all)]).toEqual(oneByOne(all));
});

test('each formula is compiled once', () => {
  let looks = 0;
  const watched = chain(40).map((one) => ({
    ...one,
    get formula() {
      looks += 1;
      return one.formula;
    },
  }));
  expect(readsOfFormulas(watched).size).toBe(39);
  expect(looks).toBe(40);
});

const ofNodes = (id: number, formula: string | null): PlainNodeAttribute => ({
  id,
  node_id: null,
  node_name: null,
  inherited: false,
  key: `a${id}`,
  name: `A ${id}`,
  type: 'number',
  owners: ['project'],
  values: [],
  unit: '',
  required: false,
  unique: false,
  inherits: id % 2 === 0,
  default_value: null,
  formula,
});
const nodes = [
  { id: 1, parent_id: null, kind: 'facility' as const, name: 'Plant' },
  { id: 2, parent_id: 1, kind: 'project' as const, name: 'Line' },
  { id: 3, parent_id: 1, kind: 'project' as const, name: 'Road' },
];

test('formulas give the same with the attributes behind them as with all', () => {
  const operand = fc.nat(7).map((id) => `a${id}`);
  const text = fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    fc.tuple(operand, operand).map(([a, b]) => `${a} + ${b}`),
    operand.map((a) => `sum(children.${a})`),
    operand.map((a) => `${a} +`),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 8, maxLength: 8 }), fc.nat(7), (formulas, asked) => {
      const all = formulas.map((formula, id) => ofNodes(id, formula));
      const value = (node: number, attribute: number) => (attribute + node) % 5 || undefined;
      const behind = attributesBehind(all, [asked]);
      const of = (some: typeof all) => nodes.map(({ id }) => nodeResults(nodes, some, value).get(`a${asked}`)?.get(id));
      expect(of(behind)).toEqual(of(all));
    }),
  );
});

test('what no formula needs is not behind it', () => {
  const all = [ofNodes(0, null), ofNodes(1, 'a0 * 2'), ofNodes(2, 'sum(children.a1)'), ofNodes(3, 'a4'), ofNodes(4, null)];
  expect(attributesBehind(all, [2]).map(({ id }) => id)).toEqual([0, 1, 2]);
});
