import { type BuiltInForm, day, number, text } from '../report-forms.form.rules.ts';

/** The calendar plan of a method statement: volumes, labour, machines, crews and dates of works. */
export const methodStatement: BuiltInForm = {
  word: 'method_statement',
  of: 'plan',
  tables: [
    {
      title: null,
      list: 'rows where milestone=false',
      tree: true,
      columns: [
        text('number', 8),
        text('name', 40),
        text('unit', 8),
        number('volume.plan.total', 'volume'),
        number('labour.plan.total', 'labour_hours', 15),
        text('machines', 18),
        text('crew', 18),
        number('duration', 'duration_days', 14),
        day('start'),
        day('finish'),
      ],
    },
  ],
  signatures: ['drawn_up', 'approved'],
};
