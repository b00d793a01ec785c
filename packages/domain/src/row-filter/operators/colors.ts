import type { OperatorMember } from './operator.ts';

/** Has one of the listed colours; 0 is no colour. */
export const colors: OperatorMember = {
  takes: 'list',
  kinds: ['number'],
  test(reader, value) {
    if (reader.kind !== 'number' || !Array.isArray(value) || value.length === 0) return null;
    const wanted = new Set(value.map(Number));
    return (row) => wanted.has(reader.at(row) || 0);
  },
};
