import { type BuiltInForm, money, number, summed, text } from '../report-forms.form.rules.ts';

/** The journal of executed works: of each row the whole, before, in the period, in all, and what is left. */
export const ks6a: BuiltInForm = {
  word: 'ks6a',
  of: 'acts',
  tables: [
    {
      title: null,
      list: 'executed_rows',
      columns: [
        text('position', 6),
        text('name', 36),
        text('code', 14, 'price_code'),
        text('unit', 8),
        money('price'),
        number('quantity.whole'),
        summed(money('amount.whole')),
        number('quantity.before'),
        summed(money('amount.before')),
        number('quantity.now'),
        summed(money('amount.now')),
        number('quantity.rest'),
        summed(money('amount.rest')),
      ],
    },
  ],
  signatures: ['contractor'],
};
