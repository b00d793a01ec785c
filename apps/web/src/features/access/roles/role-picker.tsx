import { Select } from '@mantine/core';
import { useRoleName, useRoles } from './roles.queries.ts';

type Props = {
  spaceId: number;
  label: string;
  value: number | null;
  onChange: (roleId: number) => void;
  hideLabel?: boolean;
  disabled?: boolean;
};

/** Choice of a role of the space. */
export function RolePicker({ spaceId, label, value, onChange, hideLabel = false, disabled }: Props) {
  const roles = useRoles(spaceId) ?? [];
  const nameOf = useRoleName();
  return (
    <Select
      size={hideLabel ? 'xs' : undefined}
      w={hideLabel ? 200 : undefined}
      label={hideLabel ? undefined : label}
      aria-label={label}
      data={roles.map((role) => ({ value: String(role.id), label: nameOf(role) }))}
      value={value === null ? null : String(value)}
      allowDeselect={false}
      disabled={disabled}
      onChange={(next) => next && onChange(Number(next))}
    />
  );
}
