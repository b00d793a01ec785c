import { type BuiltInForm, money, percent, text } from '../report-forms.form.rules.ts';

/** What was planned, done and is forecast month by month, and up to each of them. */
export const sCurve: BuiltInForm = {
  word: 's_curve',
  of: 'plan',
  tables: [
    {
      title: null,
      list: 'curve',
      columns: [
        { path: 'month', kind: 'date', width: 12 },
        text('measure', 12),
        money('plan'),
        money('fact'),
        money('forecast'),
        money('plan_cumulative'),
        money('fact_cumulative'),
        money('forecast_cumulative'),
        percent('plan_share'),
        percent('fact_share'),
        percent('forecast_share'),
      ],
    },
  ],
  signatures: [],
};
