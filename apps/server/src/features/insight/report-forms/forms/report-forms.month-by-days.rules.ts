import { type BuiltInForm, number, parts, text } from '../report-forms.form.rules.ts';

/** The plan of a month by days with what was done: a line of plan and one of fact for each work. */
export const monthByDays: BuiltInForm = {
  word: 'month_by_days',
  of: 'plan',
  tables: [
    {
      title: null,
      list: 'works where volume.plan.this_period>0',
      variants: ['plan', 'fact'],
      columns: [
        text('number', 7),
        text('name', 30),
        text('unit', 6),
        number('volume.plan.total', 'total', 8),
        number('volume.{series}.before_period', 'before_period', 8),
        text('series', 8),
        ...parts('volume.{series}.d', 31, 4),
        number('volume.{series}.this_period', 'month', 8),
        number('volume.{series}.to_period', 'cumulative', 13),
      ],
    },
  ],
  signatures: ['responsible_person'],
};
