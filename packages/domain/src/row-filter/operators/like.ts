import { folded, type OperatorMember } from './operator.ts';

/** Contains the text, ignoring case; `*` matches any characters. */
export const like: OperatorMember = {
  takes: 'one',
  kinds: ['text'],
  test(reader, value) {
    const wanted = folded(value);
    if (reader.kind !== 'text' || wanted === '') return null;
    const parts = wanted.split('*');
    // Each part at its first place leaves the most for the next one, so that no place is tried twice.
    return (row) => {
      const text = reader.at(row).toLowerCase();
      let from = 0;
      return parts.every((part) => {
        const place = text.indexOf(part, from);
        from = place + part.length;
        return place >= 0;
      });
    };
  },
};
