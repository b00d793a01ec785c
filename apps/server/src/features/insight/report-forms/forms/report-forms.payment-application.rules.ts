import { type BuiltInForm, money, percent, summed, text } from '../report-forms.form.rules.ts';

/** Application for payment by scheduled values, in a layout of our own. */
export const paymentApplication: BuiltInForm = {
  word: 'payment_application',
  of: 'acts',
  tables: [
    {
      title: null,
      list: 'executed_rows',
      columns: [
        text('position', 6),
        text('name', 40),
        summed(money('amount.whole', 'scheduled_value')),
        summed(money('amount.before', 'previous')),
        summed(money('amount.now', 'this_period')),
        summed(money('amount.done', 'completed_to_date')),
        percent('share'),
        summed(money('amount.rest', 'balance')),
        summed(money('retained')),
      ],
    },
  ],
  signatures: ['contractor', 'architect'],
};
