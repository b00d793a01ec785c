import { type BuiltInForm, day, number, text } from '../report-forms.form.rules.ts';

/** What is needed on the site, when, and when it must be ordered. */
export const procurement: BuiltInForm = {
  word: 'procurement',
  of: 'plan',
  tables: [
    {
      title: null,
      list: 'resources sort order_by',
      columns: [
        text('code', 12),
        text('name', 36, 'resource'),
        text('kind', 12, 'resource_kind'),
        text('unit', 8),
        day('order_by'),
        day('needed_from', 'needed_on_site'),
        number('plan.total', 'planned'),
        number('fact.total', 'delivered'),
        number('remaining.total', 'rest'),
      ],
    },
  ],
  signatures: ['responsible_person'],
};
