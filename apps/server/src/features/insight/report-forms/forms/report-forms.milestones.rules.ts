import { type BuiltInForm, day, number, text } from '../report-forms.form.rules.ts';

/** Milestones: contract, target and now, with how far they are off. */
export const milestones: BuiltInForm = {
  word: 'milestones',
  of: 'plan',
  tables: [
    {
      title: null,
      list: 'milestones sort finish',
      columns: [
        text('code', 10),
        text('name', 44),
        text('phase', 24),
        day('deadline', 'contract_date'),
        day('target_finish', 'target'),
        day('finish', 'now'),
        number('finish_variance', 'variance_days'),
        text('status', 14),
      ],
    },
  ],
  signatures: [],
};
