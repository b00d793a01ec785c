import { MINUTES_PER_DAY } from '../../schedule/time.ts';
import { emptyTest, EVERY_KIND, folded, type OperatorMember, spanOfValue } from './operator.ts';

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
    const { kind } = reader;
    const spans = value.flatMap((one) => spanOfValue(kind, one) ?? []);
    const single = new Set(spans.filter(({ low, high }) => low === high).map(({ low }) => low));
    const days = new Set(spans.filter(({ low, high }) => low < high).map(({ low }) => low));
    const isEmpty = emptyTest(reader);
    return (row) => {
      const cell = reader.at(row);
      return !isEmpty(row) && (single.has(cell) || days.has(Math.floor(cell / MINUTES_PER_DAY) * MINUTES_PER_DAY));
    };
  },
};
