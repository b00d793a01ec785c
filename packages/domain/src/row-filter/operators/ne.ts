import { eq } from './eq.ts';
import { EVERY_KIND, type OperatorMember } from './operator.ts';

/** Not equal; an empty cell is unlike every value. */
export const ne: OperatorMember = {
  takes: 'one',
  kinds: EVERY_KIND,
  test(reader, value) {
    const equal = eq.test(reader, value);
    return equal && ((row) => !equal(row));
  },
};
