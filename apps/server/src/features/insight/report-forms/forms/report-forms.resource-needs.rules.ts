import { type BuiltInForm, day, number, parts, text } from '../report-forms.form.rules.ts';

/** Deliveries, workers and machines by months of the year. */
export const resourceNeeds: BuiltInForm = {
  word: 'resource_needs',
  of: 'plan',
  tables: [
    {
      title: null,
      list: 'resources sort name',
      columns: [
        text('name', 30, 'resource'),
        text('kind', 12, 'resource_kind'),
        text('unit', 8),
        number('plan.total', 'total'),
        day('needed_from'),
        day('needed_to'),
        ...parts('plan.m', 12, 8),
      ],
    },
  ],
  signatures: ['drawn_up'],
};
