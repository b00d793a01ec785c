import { PRINT_LIMITS, PRINT_PICTURES, PRINT_VALUES } from '@gantry/domain';
import { Menu, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { withValue } from './print.model.ts';

type Props = {
  label: string;
  value: string;
  placeholder?: string;
  /** Whether it may hold pictures too. */
  pictures?: boolean;
  onChange(value: string): void;
};

/** The text of a slot, with the dynamic values that it may hold to choose from. */
export function SlotField({ label, value, onChange, placeholder = '', pictures = false }: Props) {
  const { t } = useTranslation();
  const menu = (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton icon={IconPlus} size="sm" variant="subtle" label={t('print.insert_value', { slot: label })} />
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        {[...PRINT_VALUES, 'passport' as const, ...(pictures ? PRINT_PICTURES : [])].map((name) => (
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
      placeholder={placeholder}
      rightSection={menu}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
