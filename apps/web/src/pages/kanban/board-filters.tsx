import type { KanbanLabel } from '@gantry/contract';
import { CloseButton, MultiSelect, TextInput, Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CardFilter, isFiltered, NO_FILTER } from '../../features/teamwork/kanban/kanban.model.ts';

type Props = {
  filter: CardFilter;
  labels: readonly KanbanLabel[];
  people: ReadonlyMap<number, string>;
  field: Ref<HTMLInputElement>;
  onChange(filter: CardFilter): void;
  /** Back to the cards, from the text. */
  onLeave(): void;
};

/** Which cards of a board are shown. */
export function BoardFilters({ filter, labels, people, field, onChange, onLeave }: Props) {
  const { t } = useTranslation();
  /** What is typed; the address follows a moment later. */
  const [typed, setTyped] = useState<string | null>(null);
  const set = (part: Partial<CardFilter>): void => onChange({ ...filter, ...part });
  return (
    <>
      <TextInput
        ref={field}
        size="xs"
        w={180}
        leftSection={<IconSearch size={14} />}
        aria-label={t('boards.filter')}
        placeholder={t('boards.filter')}
        value={typed ?? filter.text}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          set({ text: event.currentTarget.value });
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          if (event.key === 'Escape') {
            setTyped(null);
            set({ text: '' });
          }
          onLeave();
        }}
        autoComplete="off"
      />
      {labels.length > 0 && (
        <MultiSelect
          size="xs"
          w={170}
          searchable
          clearable
          aria-label={t('boards.labels')}
          placeholder={filter.labels.length ? undefined : t('boards.labels')}
          data={labels.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filter.labels.map(String)}
          onChange={(ids) => set({ labels: ids.map(Number) })}
        />
      )}
      {people.size > 0 && (
        <MultiSelect
          size="xs"
          w={170}
          searchable
          clearable
          aria-label={t('boards.people')}
          placeholder={filter.people.length ? undefined : t('boards.people')}
          data={[...people].map(([id, name]) => ({ value: String(id), label: name }))}
          value={filter.people.map(String)}
          onChange={(ids) => set({ people: ids.map(Number) })}
        />
      )}
      {(['mine', 'overdue'] as const).map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant={filter[name] ? 'light' : 'default'}
          aria-pressed={filter[name]}
          onClick={() => set({ [name]: !filter[name] })}
        >
          {t(`boards.only_${name}`)}
        </Button>
      ))}
      {isFiltered(filter) && <CloseButton size="sm" aria-label={t('boards.no_filter')} onClick={() => onChange(NO_FILTER)} />}
    </>
  );
}
