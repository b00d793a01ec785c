import { type BuiltInForm, day, money, summed, text } from '../report-forms.form.rules.ts';

/** Cost of works by the unified form 0322001: since the start, since the year began, and in the period. */
export const ks3: BuiltInForm = {
  word: 'ks3',
  of: 'acts',
  tables: [
    {
      title: null,
      list: 'act_sums',
      columns: [
        text('name', 40),
        text('number', 10, 'act_number'),
        day('from'),
        day('to'),
        summed(money('since_start')),
        summed(money('since_year')),
        summed(money('period')),
        summed(money('vat')),
        summed(money('with_vat')),
      ],
    },
  ],
  signatures: ['customer', 'contractor'],
};
