import { type BuiltInForm, day, number, percent, text } from '../report-forms.form.rules.ts';

const columns = [
  text('code', 10),
  text('name', 40),
  text('responsible', 18),
  day('start'),
  day('finish'),
  percent('progress'),
  number('volume.fact.to_date', 'volume_done'),
  text('unit', 8),
];

/** What the last week brought and the next one asks for. */
export const weekly: BuiltInForm = {
  word: 'weekly',
  of: 'plan',
  tables: [
    { title: 'done_in_week', list: 'finished where days_since_finish<=7 and days_since_finish>=0 sort finish', columns },
    { title: 'due_not_done', list: 'due sort finish', columns },
    { title: 'in_progress', list: 'started sort start', columns },
    { title: 'next_week', list: 'works where completed=false and days_to_start>=0 and days_to_start<=7 sort start', columns },
  ],
  signatures: ['responsible_person'],
};
