import { Select } from '@mantine/core';
import { PersonBadge, type ShownPerson } from './person-badge.tsx';

type Props = { label: string; people: readonly ShownPerson[]; value: number | null; onChange(id: number | null): void };

/** Chooses a person by name or login; each is offered with their picture. */
export function PersonPicker({ label, people, value, onChange }: Props) {
  const byId = new Map(people.map((person) => [String(person.id), person]));
  return (
    <Select
      w={260}
      label={label}
      searchable
      data={people.map(({ id, first_name, last_name, login }) => ({
        value: String(id),
        label: `${first_name} ${last_name} ${login === null ? '' : `(${login})`}`.trim(),
      }))}
      renderOption={({ option }) => {
        const person = byId.get(option.value);
        return person && <PersonBadge person={person} />;
      }}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
