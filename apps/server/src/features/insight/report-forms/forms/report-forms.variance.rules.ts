import { type BuiltInForm, day, money, number, text } from '../report-forms.form.rules.ts';

/** Works against their target, the latest first. */
export const variance: BuiltInForm = {
  word: 'variance',
  of: 'plan',
  tables: [
    {
      title: null,
      list: 'works where target_finish!=empty sort finish_variance desc',
      columns: [
        text('code', 10),
        text('name', 36),
        day('target_start'),
        day('start'),
        number('start_variance', 'variance_days'),
        day('target_finish'),
        day('finish'),
        number('finish_variance', 'variance_days'),
        number('labour.target.total', 'labour_target'),
        number('labour.plan.total', 'labour_now'),
        money('cost.target.total', 'cost_target'),
        money('cost.plan.total', 'cost_now'),
      ],
    },
  ],
  signatures: [],
};
