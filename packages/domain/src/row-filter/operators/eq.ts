import { compareTest, EVERY_KIND, type OperatorMember } from './operator.ts';

/** Equal; texts whatever their case, dates by the day. */
export const eq: OperatorMember = {
  takes: 'one',
  kinds: EVERY_KIND,
  test: (reader, value) =>
    compareTest(
      reader,
      value,
      (cell, span) => cell >= span.low && cell <= span.high,
      (cell, wanted) => cell === wanted,
    ),
};
