import { PRINT_LIMITS, PRINT_VALUES } from '@gantry/domain';
import { Menu, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { withValue } from './print.model.ts';

/** The text of a slot, with the dynamic values that it may hold to choose from. */
export function SlotField({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const { t } = useTranslation();
  const menu = (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton icon={IconPlus} size="sm" variant="subtle" label={t('print.insert_value', { slot: label })} />
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        {PRINT_VALUES.map((name) => (
          <Menu.Item
            key={name}
            disabled={withValue(value, name).length > PRINT_LIMITS.slot}
            onClick={() => onChange(withValue(value, name))}
          >
            {t(`print.value.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <Textarea
      size="xs"
      autosize
      label={label}
      maxLength={PRINT_LIMITS.slot}
      value={value}
      rightSection={menu}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
