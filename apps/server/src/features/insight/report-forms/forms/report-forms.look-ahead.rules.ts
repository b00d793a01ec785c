import { type BuiltInForm, day, number, percent, text } from '../report-forms.form.rules.ts';

/** What is due to begin or goes on in the next six weeks, and what must be done before. */
export const lookAhead: BuiltInForm = {
  word: 'look_ahead',
  of: 'plan',
  tables: [
    {
      title: null,
      list: 'works where completed=false and days_to_start<=42 sort start',
      columns: [
        text('code', 10),
        text('name', 36),
        text('responsible', 18),
        day('start'),
        day('finish'),
        number('remaining', 'remaining_days'),
        number('float', 'float_days'),
        percent('progress'),
        text('open_predecessors', 24),
        { path: 'ready', kind: 'flag', width: 8 },
      ],
    },
  ],
  signatures: [],
};
