import type { CardFilter } from '../../features/teamwork/kanban/kanban.model.ts';

/** The filter of a board as the address says it: ids stand with commas. */
export type BoardSearch = { text?: string; label?: string; person?: string; mine?: string; overdue?: string };

const ids = (text: string | undefined): number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

export const filterOf = ({ text, label, person, mine, overdue }: BoardSearch): CardFilter => ({
  text: text ?? '',
  labels: ids(label),
  people: ids(person),
  mine: mine === '1',
  overdue: overdue === '1',
});

/** What the address leaves out is not filtered by. */
export const searchOf = ({ text, labels, people, mine, overdue }: CardFilter): BoardSearch => ({
  ...(text ? { text } : {}),
  ...(labels.length ? { label: labels.join(',') } : {}),
  ...(people.length ? { person: people.join(',') } : {}),
  ...(mine ? { mine: '1' } : {}),
  ...(overdue ? { overdue: '1' } : {}),
});
