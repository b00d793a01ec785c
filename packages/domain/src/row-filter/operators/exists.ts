import { EVERY_KIND, emptyTest, type OperatorMember } from './operator.ts';

/** Has a value. */
export const exists: OperatorMember = {
  takes: 'nothing',
  kinds: EVERY_KIND,
  test(reader) {
    const empty = emptyTest(reader);
    return (row) => !empty(row);
  },
};
