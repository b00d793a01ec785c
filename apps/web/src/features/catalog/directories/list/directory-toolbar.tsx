import type { RowFilter } from '@gantry/domain';
import { Indicator, Menu, Popover, Select } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsSplit2,
  IconColumnInsertRight,
  IconDownload,
  IconFold,
  IconIndentDecrease,
  IconIndentIncrease,
  IconLayersLinked,
  IconPlus,
  IconRefresh,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConditionColumn } from '../../../../ui/conditions/conditions.ts';
import { FilterPopover } from '../../../../ui/conditions/filter-popover.tsx';
import type { Gantt } from '../../../../ui/gantt/create-gantt.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Toolbar } from '../../../../ui/toolbar.tsx';
import classes from './directory-toolbar.module.css';

type Props = {
  gantt: RefObject<Gantt | null>;
  readOnly: boolean;
  canUndo: boolean;
  canRedo: boolean;
  chosen: number;
  columns: readonly ConditionColumn[];
  filter: RowFilter | null;
  group: string | null;
  matched: number | null;
  count: number;
  onFilter(filter: RowFilter | null): void;
  onGroup(column: string | null): void;
  onAddColumn(): void;
  /** Values that other directories give are taken anew, and carried to the versions that follow. */
  onRefresh(): void;
  /** Shows what the versions that follow would change. */
  onFollows(): void;
  onUpload: (() => void) | null;
  onExport: ((format: 'xlsx' | 'csv') => void) | null;
  children?: ReactNode;
};

/** Acts on rows and columns of the open directory, its filter and its files. */
export function DirectoryToolbar(props: Props) {
  const { gantt, readOnly, chosen, columns, filter, group, matched, count, onFilter, onGroup } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState<'filter' | 'group' | null>(null);
  const events = () => gantt.current?.chart.options.events;
  const rows = (): number[] => gantt.current?.selected() ?? [];
  const focused = (): number => rows().at(-1) ?? -1;
  return (
    <Toolbar className={classes.toolbar} label={t('directory.toolbar')}>
      <IconButton
        icon={IconArrowBackUp}
        label={t('edits.undo')}
        shortcut="Ctrl+Z"
        disabled={readOnly || !props.canUndo}
        onClick={() => events()?.undo?.()}
      />
      <IconButton
        icon={IconArrowForwardUp}
        label={t('edits.redo')}
        shortcut="Ctrl+Y"
        disabled={readOnly || !props.canRedo}
        onClick={() => events()?.redo?.()}
      />
      <span className={classes.divider} />
      <IconButton
        icon={IconPlus}
        label={t('directory.add_row')}
        shortcut="Insert"
        disabled={readOnly}
        onClick={() => events()?.insert?.(focused(), 'after')}
      />
      <IconButton
        icon={IconTrash}
        label={t('ui.delete')}
        shortcut="Delete"
        disabled={readOnly || chosen === 0}
        onClick={() => events()?.remove?.(rows())}
      />
      <IconButton
        icon={IconIndentDecrease}
        label={t('wbs.outdent')}
        shortcut="Alt+Shift+←"
        disabled={readOnly || chosen === 0}
        onClick={() => events()?.outdent?.(rows())}
      />
      <IconButton
        icon={IconIndentIncrease}
        label={t('wbs.indent')}
        shortcut="Alt+Shift+→"
        disabled={readOnly || chosen === 0}
        onClick={() => events()?.indent?.(rows())}
      />
      <IconButton icon={IconColumnInsertRight} label={t('directory.new_column')} disabled={readOnly} onClick={props.onAddColumn} />
      <span className={classes.divider} />
      <Menu withinPortal>
        <Menu.Target>
          <IconButton icon={IconFold} label={t('wbs.fold')} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => gantt.current?.foldAll(false)}>{t('wbs.unfold_all')}</Menu.Item>
          <Menu.Item onClick={() => gantt.current?.foldAll(true)}>{t('wbs.fold_all')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FilterPopover
        opened={open === 'filter'}
        columns={columns}
        filter={filter}
        matched={matched}
        count={count}
        onOpen={(on) => setOpen(on ? 'filter' : null)}
        onFilter={onFilter}
      />
      <Popover
        opened={open === 'group'}
        onChange={(on) => setOpen(on ? 'group' : null)}
        width={280}
        position="bottom-start"
        withinPortal
        trapFocus
        returnFocus
      >
        <Indicator disabled={group === null} size={7} offset={5}>
          <Popover.Target>
            <IconButton
              icon={IconLayersLinked}
              label={t('grouping.title')}
              variant={group ? 'light' : 'subtle'}
              aria-expanded={open === 'group'}
              onClick={() => setOpen(open === 'group' ? null : 'group')}
            />
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown>
          <Select
            data-autofocus
            size="xs"
            label={t('directory.group_by')}
            placeholder={t('directory.group_none')}
            data={columns.map(({ id, title }) => ({ value: id, label: title }))}
            value={group}
            clearable
            searchable
            comboboxProps={{ withinPortal: false }}
            onChange={onGroup}
          />
        </Popover.Dropdown>
      </Popover>
      <IconButton icon={IconRefresh} label={t('directory.refresh')} disabled={readOnly} onClick={props.onRefresh} />
      <IconButton icon={IconArrowsSplit2} label={t('directory.follows')} onClick={props.onFollows} />
      {(props.onUpload ?? props.onExport) && <span className={classes.divider} />}
      {props.onUpload && <IconButton icon={IconUpload} label={t('directory.upload')} disabled={readOnly} onClick={props.onUpload} />}
      {props.onExport && (
        <Menu withinPortal position="bottom-start">
          <Menu.Target>
            <IconButton icon={IconDownload} label={t('directory.export')} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => props.onExport?.('xlsx')}>{t('directory.export_xlsx')}</Menu.Item>
            <Menu.Item onClick={() => props.onExport?.('csv')}>{t('directory.export_csv')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {props.children}
    </Toolbar>
  );
}
