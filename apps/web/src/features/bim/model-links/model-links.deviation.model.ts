import type { ElementLook } from '@gantry/contract';
import { GHOST, type Scene } from './model-links.player.model.ts';

/** By how many days elements finish after another set of dates, in bands: up to so many days each; the last has no end. */
export const BANDS = [
  { key: 'ahead', most: -1, colour: '#2e9e5b' },
  { key: 'on_time', most: 0, colour: '#8c96a0' },
  { key: 'week', most: 7, colour: '#e6b800' },
  { key: 'month', most: 30, colour: '#e07b2f' },
  { key: 'more', most: Infinity, colour: '#d64545' },
] as const;
export type Band = (typeof BANDS)[number]['key'];

/** Which dates are compared with which, as the player offers them. */
export const PAIRS = {
  fact_target: { of: 'fact', against: 'target' },
  fact_plan: { of: 'fact', against: 'plan' },
  plan_target: { of: 'plan', against: 'target' },
  fact_approved: { of: 'fact', against: 'approved' },
  plan_approved: { of: 'plan', against: 'approved' },
} as const;
export type Pair = keyof typeof PAIRS;

/** What colours elements: the states of their works, the colours of their works, or days of deviation. */
export type Colouring = 'states' | 'works' | Pair;

export type Deviation = { model_id: number; entity: number; days: number };

const bandOf = (days: number) => BANDS.find(({ most }) => days <= most) ?? BANDS[BANDS.length - 1];

/** Elements in the colours of their deviations; those without are faint. With how many are in each band. */
export function deviationScene(deviations: readonly Deviation[], all: ReadonlyMap<number, readonly number[]>) {
  const styles: Scene['styles'] = new Map();
  for (const [model, entities] of all) styles.set(model, new Map(entities.map((entity): [number, ElementLook] => [entity, GHOST])));
  const counts: Record<Band, number> = { ahead: 0, on_time: 0, week: 0, month: 0, more: 0 };
  for (const { model_id, entity, days } of deviations) {
    const { key, colour } = bandOf(days);
    counts[key]++;
    styles.get(model_id)?.set(entity, { visible: true, colour, opacity: 1 });
  }
  return { styles, counts };
}

/** The greatest deviation of elements that are chosen; null: they have none. */
export function daysOf(deviations: readonly Deviation[], chosen: ReadonlyMap<number, ReadonlySet<number>>): number | null {
  let most: number | null = null;
  for (const { model_id, entity, days } of deviations)
    if (chosen.get(model_id)?.has(entity)) most = most === null ? days : Math.max(most, days);
  return most;
}

/** The colours of works, strong enough for bodies in light and in dark; by the numbers that rows of plans have them by. */
export const TINTS = ['#5b78d6', '#3f9fc0', '#4ca866', '#9bab35', '#9a6bd0', '#cf6aa4', '#a5835c', '#8392a6'] as const;

/** Elements in the colours that planners gave their works; those without are faint. With how many have which. */
export function tintScene(
  tints: readonly { model_id: number; entity: number; tint: number }[],
  all: ReadonlyMap<number, readonly number[]>,
) {
  const styles: Scene['styles'] = new Map();
  for (const [model, entities] of all) styles.set(model, new Map(entities.map((entity): [number, ElementLook] => [entity, GHOST])));
  const counts = TINTS.map(() => 0);
  for (const { model_id, entity, tint } of tints) {
    if (counts[tint - 1] === undefined) continue;
    counts[tint - 1]++;
    styles.get(model_id)?.set(entity, { visible: true, colour: TINTS[tint - 1], opacity: 1 });
  }
  return { styles, counts };
}
