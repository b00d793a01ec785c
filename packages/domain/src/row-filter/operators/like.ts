import { folded, type OperatorMember } from './operator.ts';

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** Contains the text, whatever its case; `*` stands for anything between. */
export const like: OperatorMember = {
  takes: 'one',
  kinds: ['text'],
  test(reader, value) {
    const wanted = folded(value);
    if (reader.kind !== 'text' || wanted === '') return null;
    if (!wanted.includes('*')) return (row) => reader.at(row).toLowerCase().includes(wanted);
    const pattern = new RegExp(wanted.split('*').map(escaped).join('.*'), 'su');
    return (row) => pattern.test(reader.at(row).toLowerCase());
  },
};
