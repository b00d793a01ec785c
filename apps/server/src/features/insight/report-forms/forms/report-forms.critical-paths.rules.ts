import { type BuiltInForm, day, number, percent, text } from '../report-forms.form.rules.ts';

const columns = [
  text('code', 10),
  text('name', 40),
  number('remaining', 'remaining_days'),
  day('start'),
  day('finish'),
  number('float', 'float_days'),
  percent('progress'),
  text('predecessors', 24),
];

/** What decides the end of the plan, and what nearly does. */
export const criticalPaths: BuiltInForm = {
  word: 'critical_paths',
  of: 'plan',
  tables: [
    { title: 'critical', list: 'critical sort start', columns },
    { title: 'near_critical', list: 'works where near_critical and completed=false sort float', columns },
  ],
  signatures: [],
};
