import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';

const MOST_SHOWN = 60;

/** A zone of the IANA database, found by its name and shown with what it is off Greenwich today; null: none chosen. */
export function TimeZoneSelect({ value, ...rest }: Omit<SelectProps, 'data'> & { value: string | null }) {
  const data = useMemo(() => {
    const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(value ? [value] : [])]);
    return [...names].map((name) => ({ value: name, label: `${name} · ${offsetOf(name)}` }));
  }, [value]);
  return <Select {...rest} value={value} data={data} searchable clearable limit={MOST_SHOWN} />;
}

function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
