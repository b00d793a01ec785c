import type { Call, Endpoint } from '@gantry/contract';
import type { Person } from '../world.ts';

/** What the calls of figures are asked: kinds of figures, groups by hidden attributes, works behind amounts. */
export const figuresAsked = (
  mayNotSee: (person: Person) => boolean,
): Record<string, (person: Person) => Omit<Call<Endpoint>, 'params'>[]> => ({
  'analytics.worksOfVersion': () => [{ query: { figure: 'works' } }, { query: { figure: 'overdue' } }],
  'analytics.rowsOfVersion': (person) =>
    (mayNotSee(person) ? ['labour', 'volume', 'stats'] : ['cost', 'labour']).map((kind) => ({
      body: { figure: { kind, line: kind === 'stats' ? 'works' : 'plan', ...(kind === 'volume' ? { item: '|' } : {}) } },
    })),
  'analytics.navigate': () => ['cost', 'labour'].map((kind) => ({ query: { kind, line: 'plan', group: 'status', key: 'not_started' } })),
  ...Object.fromEntries(
    ['Space', 'Facility', 'Project', 'Schedule', 'Version'].flatMap((scope) => [
      [`analytics.customCostOf${scope}`, () => [{ body: { source: { measure: 'cost' } } }]],
      [
        `analytics.formulaOf${scope}`,
        () => ['cost_plan', 'cost_fact / labour_plan', 'works', 'max(children.cost_eac)'].map((formula) => ({ query: { formula } })),
      ],
      [`analytics.costOf${scope}`, () => [{}, { query: { group: 'executor' } }, { query: { group: 'attribute:secret_text' } }]],
      [`analytics.byTargetOf${scope}`, () => [{}, { query: { measure: 'cost' } }]],
      [`analytics.byDayPlanOf${scope}`, () => [{}, { query: { measure: 'cost' } }]],
      [
        `analytics.labourOf${scope}`,
        () => [{}, { query: { group: 'attribute:secret_text' } }, { query: { group: 'attribute:secret_list' } }],
      ],
    ]),
  ),
});
