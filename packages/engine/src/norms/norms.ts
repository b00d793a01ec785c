import type { CoefficientTarget, DurationRule, Norm, NormCoefficient, NormPart } from '@gantry/domain';
import { ONE, type Ratio, ZERO, dividedBy, plus, ratioOf, rounded, roundedUp, times } from './ratio.ts';
import { readUnit, unitRatio } from './units.ts';

/**
 * A norm with its children. `part` null: a norm or work type with hours and price of one unit; else a resource, whose `norm` has unit and
 * price. `quantity`: units for one unit of the parent. `coefficients` apply to the node and its descendants.
 */
export type NormNode = {
  norm: Norm;
  part: NormPart | null;
  quantity: number;
  coefficients: readonly NormCoefficient[];
  children: readonly NormNode[];
};

/** What a volume takes by a norm, in the shape of its node: units of the norm, hours with all below, its own money. */
export type NormWork = { units: number; labourHours: number; machineHours: number; cost: number; children: NormWork[] };

/** Hours and quantities keep six decimals, money two: what the columns of plans and sheets of estimates show and add up. */
const QUANTITY_DECIMALS = 6;
const MONEY_DECIMALS = 2;

/** The product of all multipliers of a target on a part, in their order; those below zero are none. */
export function coefficientOf(coefficients: readonly NormCoefficient[], target: CoefficientTarget, part: NormPart): Ratio {
  let product = ONE;
  for (const one of coefficients) {
    const factor = one.target === target ? (one[part] ?? one.all ?? null) : null;
    if (factor !== null && factor >= 0) product = times(product, ratioOf(factor));
  }
  return product;
}

const positive = (value: number): Ratio => (value > 0 ? ratioOf(value) : ZERO);

type Exact = { work: NormWork; labour: Ratio; machine: Ratio };

/** Amounts of a node for so many exact units of what brings it; each is rounded once, from its exact value. */
function workOf({ norm, part, quantity, coefficients, children }: NormNode, above: Ratio, chain: readonly NormCoefficient[]): Exact {
  const all = [...chain, ...coefficients];
  const consumed = (kind: NormPart) => coefficientOf(all, 'consumption', kind);
  const plain = times(above, positive(quantity));
  const units = part === null ? plain : times(plain, consumed(part));
  const below = children.map((child) => workOf(child, units, all));
  const hoursOf = (kind: 'labour' | 'equipment', rate: number, sums: readonly Ratio[]): Ratio => {
    if (part === kind) return times(units, unitRatio(norm.unit, 'h') ?? ONE);
    if (part !== null) return ZERO;
    return rate > 0 ? times(times(units, ratioOf(rate)), consumed(kind)) : sums.reduce(plus, ZERO);
  };
  const labour = hoursOf(
    'labour',
    norm.labourHours,
    below.map((one) => one.labour),
  );
  const machine = hoursOf(
    'equipment',
    norm.machineHours,
    below.map((one) => one.machine),
  );
  const cost = times(times(units, positive(norm.price)), coefficientOf(all, 'cost', part ?? 'material'));
  const work = {
    units: rounded(units, QUANTITY_DECIMALS),
    labourHours: rounded(labour, QUANTITY_DECIMALS),
    machineHours: rounded(machine, QUANTITY_DECIMALS),
    cost: rounded(cost, MONEY_DECIMALS),
    children: below.map((one) => one.work),
  };
  return { work, labour, machine };
}

/** Size of the crew, rule of duration, and length of a working day. */
export type Crew = { size: number; rule: DurationRule; minutesPerDay: number };

/**
 * Consumption of a volume by a norm and its children, and the working minutes: hours over the crew, or days at the crew's output, rounded
 * up to minutes. Minutes are null when the rule has no basis, so that the entered duration stays. The result is null when volume and norm
 * have different kinds of units.
 */
export function workByNorm(
  top: NormNode,
  volume: number,
  volumeUnit: string,
  crew: Crew,
): { work: NormWork; minutes: number | null } | null {
  const each = unitRatio(volumeUnit === '' ? plainUnit(top.norm.unit) : volumeUnit, top.norm.unit);
  if (!each) return null;
  const units = times(positive(volume), each);
  const { work, labour, machine } = workOf({ ...top, part: null, quantity: 1 }, units, []);
  const minutes = minutesOf(crew, { units, labour, machine, top });
  return { work, minutes };
}

/** The unit that a norm of `100 m2` counts, `m2`. */
export const plainUnit = (unit: string): string => readUnit(unit).sign;

function minutesOf(
  { size, rule, minutesPerDay }: Crew,
  { units, labour, machine, top }: { units: Ratio; labour: Ratio; machine: Ratio; top: NormNode },
): number | null {
  const crew = positive(size).over === 0n ? ONE : positive(size);
  if (rule === 'none') return null;
  if (rule === 'output') {
    const output = positive(top.norm.outputPerDay ?? 0);
    if (output.over === 0n) return null;
    const days = times(dividedBy(dividedBy(units, output), crew), coefficientOf(top.coefficients, 'consumption', 'labour'));
    return roundedUp(times(days, positive(minutesPerDay)));
  }
  const hours = rule === 'labour' ? labour : machine;
  return hours.over === 0n && !hasHours(top, rule) ? null : roundedUp(dividedBy(times(hours, ratioOf(60)), crew));
}

/** Whether a norm or anything that it brings takes hours at all. */
function hasHours({ norm, part, quantity, children }: NormNode, rule: 'labour' | 'machine'): boolean {
  if (part !== null) return part === (rule === 'labour' ? 'labour' : 'equipment') && quantity > 0;
  return (rule === 'labour' ? norm.labourHours : norm.machineHours) > 0 || children.some((child) => hasHours(child, rule));
}

/** What units of a resource, or of a norm by itself (`part` null), cost at a price under coefficients. */
export const costByNorm = (units: number, price: number, coefficients: readonly NormCoefficient[], part: NormPart | null): number =>
  rounded(times(times(positive(units), positive(price)), coefficientOf(coefficients, 'cost', part ?? 'material')), MONEY_DECIMALS);

/** The sum of money amounts without the dust of doubles. */
export const sumOfMoney = (amounts: readonly number[]): number =>
  rounded(
    amounts.reduce((sum, amount) => plus(sum, ratioOf(amount)), ZERO),
    MONEY_DECIMALS,
  );
