import { compareTest, EVERY_KIND, type OperatorMember } from './operator.ts';

/** Not before, not less. */
export const gte: OperatorMember = {
  takes: 'one',
  kinds: EVERY_KIND,
  test: (reader, value) =>
    compareTest(
      reader,
      value,
      (cell, span) => cell >= span.low,
      (cell, wanted) => cell >= wanted,
    ),
};
