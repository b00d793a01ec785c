import { EVERY_KIND, folded, type OperatorMember } from './operator.ts';
import { eq } from './eq.ts';

/** Is one of the listed values. */
export const filterByList: OperatorMember = {
  takes: 'list',
  kinds: EVERY_KIND,
  test(reader, value) {
    if (!Array.isArray(value) || value.length === 0) return null;
    if (reader.kind === 'text') {
      const wanted = new Set(value.map(folded));
      return (row) => wanted.has(reader.at(row).toLowerCase());
    }
    const tests = value.flatMap((one) => eq.test(reader, one) ?? []);
    return (row) => tests.some((test) => test(row));
  },
};
