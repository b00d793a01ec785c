import { like } from './like.ts';
import type { OperatorMember } from './operator.ts';

/** Does not contain the text. */
export const notLike: OperatorMember = {
  takes: 'one',
  kinds: ['text'],
  test(reader, value) {
    const alike = like.test(reader, value);
    return alike && ((row) => !alike(row));
  },
};
