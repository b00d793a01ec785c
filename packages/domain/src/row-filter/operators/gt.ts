import { compareTest, EVERY_KIND, type OperatorMember } from './operator.ts';

/** After, more. */
export const gt: OperatorMember = {
  takes: 'one',
  kinds: EVERY_KIND,
  test: (reader, value) =>
    compareTest(
      reader,
      value,
      (cell, span) => cell > span.high,
      (cell, wanted) => cell > wanted,
    ),
};
