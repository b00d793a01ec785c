import { type BuiltInForm, money, number, summed, text } from '../report-forms.form.rules.ts';

/** Acceptance of works by the unified form 0322005: what an act bills. */
export const ks2: BuiltInForm = {
  word: 'ks2',
  of: 'acts',
  tables: [
    {
      title: null,
      list: 'act_lines',
      columns: [
        text('position', 6),
        text('estimate', 14),
        text('name', 44),
        text('code', 16, 'price_code'),
        text('unit', 9),
        number('quantity.now', 'quantity'),
        money('price'),
        summed(money('amount.now', 'amount')),
      ],
    },
  ],
  signatures: ['handed_over', 'accepted'],
};
