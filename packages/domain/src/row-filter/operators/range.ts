import { NO_DATE } from '../../schedule/time.ts';
import { type OperatorMember, spanOfValue } from './operator.ts';

/** From one value to another, both included; one of the two may be left open. */
export const range: OperatorMember = {
  takes: 'two',
  kinds: ['number', 'minute'],
  test(reader, value) {
    if (reader.kind === 'text' || !Array.isArray(value)) return null;
    const low = spanOfValue(reader.kind, value[0] ?? null)?.low ?? Number.NEGATIVE_INFINITY;
    const high = spanOfValue(reader.kind, value[1] ?? null)?.high ?? Number.POSITIVE_INFINITY;
    if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return null;
    return (row) => {
      const cell = reader.at(row);
      return cell !== NO_DATE && cell >= low && cell <= high;
    };
  },
};
