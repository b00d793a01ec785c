import type { GridLayout } from '@gantry/contract';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPin, IconPinned } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './layout-panel.module.css';

type Props = {
  /** Every column there is, in the usual order. */
  columns: readonly { id: string; title: string }[];
  layout: GridLayout;
  onLayout(change: Partial<GridLayout>): void;
  onToggle(columnId: string): void;
};

/** Which columns are shown, in which order, which stay in sight, and whose text stands beside the bars. */
export function LayoutColumns({ columns, layout, onLayout, onToggle }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const titles = new Map(columns.map(({ id, title }) => [id, title]));
  const shown = layout.columns.filter((id) => titles.has(id));
  const rest = columns.filter(({ id }) => !layout.columns.includes(id)).map(({ id }) => id);
  const wanted = search.trim().toLowerCase();
  const list = [...shown, ...rest].filter((id) => titles.get(id)?.toLowerCase().includes(wanted));
  const move = (id: string, step: 1 | -1): void => {
    const order = [...layout.columns];
    const at = order.indexOf(id);
    [order[at], order[at + step]] = [order[at + step], order[at]];
    onLayout({ columns: order });
  };
  const pin = (id: string): void =>
    onLayout({ frozen: layout.frozen.includes(id) ? layout.frozen.filter((other) => other !== id) : [...layout.frozen, id] });
  return (
    <>
      <TextInput
        size="xs"
        placeholder={t('layout.find_column')}
        aria-label={t('layout.find_column')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.list}>
        {list.map((id) => {
          const at = layout.columns.indexOf(id);
          return (
            <div key={id} className={classes.column}>
              <Checkbox size="xs" label={titles.get(id)} checked={at >= 0} disabled={id === 'name'} onChange={() => onToggle(id)} />
              {at >= 0 && wanted === '' && (
                <>
                  <IconButton
                    icon={IconArrowUp}
                    label={t('layout.earlier')}
                    variant="subtle"
                    size="sm"
                    disabled={at === 0}
                    onClick={() => move(id, -1)}
                  />
                  <IconButton
                    icon={IconArrowDown}
                    label={t('layout.later')}
                    variant="subtle"
                    size="sm"
                    disabled={at === layout.columns.length - 1}
                    onClick={() => move(id, 1)}
                  />
                  <IconButton
                    icon={layout.frozen.includes(id) ? IconPinned : IconPin}
                    label={t(layout.frozen.includes(id) ? 'layout.unfreeze' : 'layout.freeze')}
                    variant={layout.frozen.includes(id) ? 'light' : 'subtle'}
                    size="sm"
                    onClick={() => pin(id)}
                  />
                </>
              )}
            </div>
          );
        })}
      </div>
      <Select
        size="xs"
        label={t('layout.bar_text')}
        data={columns.filter(({ id }) => id !== 'checked').map(({ id, title }) => ({ value: id, label: title }))}
        placeholder={t('layout.no_bar_text')}
        value={layout.barText}
        searchable
        clearable
        comboboxProps={{ withinPortal: false }}
        onChange={(barText) => onLayout({ barText })}
      />
    </>
  );
}
