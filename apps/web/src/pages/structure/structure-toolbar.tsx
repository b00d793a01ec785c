import { Button, CloseButton, Menu, TextInput } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCalculator,
  IconChevronDown,
  IconFileExport,
  IconFoldDown,
  IconFoldUp,
  IconPencil,
  IconPlus,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { commandsOf, creationsOf, faceOf, type StructureCommand } from '../../features/structure/eps/eps.commands.model.ts';
import type { StructureRow } from '../../features/structure/eps/eps.model.ts';
import { NodeIcon } from '../../features/structure/eps/node-icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { exportable } from './file-dialogs.tsx';
import type { useStructure } from './use-structure.ts';
import classes from './structure-page.module.css';

type Props = { structure: ReturnType<typeof useStructure>; current: StructureRow | null };

/** What can be done in the structure, above the tree. */
export function StructureToolbar({ structure, current }: Props) {
  const { t } = useTranslation();
  const commands = current ? commandsOf(current, structure.index, structure.rightsOf(current)).flat() : [];
  const find = (name: StructureCommand['do']) => commands.find((command) => command.do === name);
  const button = (name: 'up' | 'down' | 'rename', icon: typeof IconPlus) => {
    const command = find(name);
    const { text, shortcut } = faceOf({ do: name });
    return (
      <IconButton
        icon={icon}
        label={t(text)}
        shortcut={shortcut}
        disabled={!command}
        onClick={() => command && current && structure.run(command, current)}
      />
    );
  };
  const many = structure.checked.size;
  const selection = exportable([...structure.checked], structure.index);
  return (
    <Toolbar className={classes.toolbar} label={t('eps.structure')}>
      {creationsOf(current, structure.index, structure.rightsAt).length > 0 && <CreateMenu structure={structure} current={current} />}
      {structure.rightsOf(current).structure && (
        <>
          {button('up', IconArrowUp)}
          {button('down', IconArrowDown)}
          {button('rename', IconPencil)}
          {many === 0 ? (
            <IconButton
              icon={IconTrash}
              label={t('ui.delete')}
              shortcut="Del"
              disabled={!find('delete')}
              onClick={() => current && void structure.remove([current.key])}
            />
          ) : (
            <>
              <Button
                size="compact-sm"
                variant="outline"
                color="var(--gantry-error)"
                leftSection={<IconTrash size={14} stroke={1.5} />}
                onClick={() => void structure.remove([...structure.checked])}
              >
                {t('eps.delete_checked', { count: many })}
              </Button>
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => structure.setChecked(new Set())}>
                {t('eps.uncheck_all')}
              </Button>
            </>
          )}
        </>
      )}
      {selection && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFileExport size={14} stroke={1.5} />}
          onClick={() => structure.files.exportMany(selection)}
        >
          {t('batch.export')}
        </Button>
      )}
      {selection && structure.rightsOf(current).calculate && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCalculator size={14} stroke={1.5} />}
          onClick={() => structure.calculateMany(selection)}
        >
          {t('batch.calculate')}
        </Button>
      )}
      <span className={classes.spread} />
      <IconButton icon={IconFoldDown} label={t('eps.expand_all')} onClick={structure.expandAll} />
      <IconButton icon={IconFoldUp} label={t('eps.collapse_all')} onClick={structure.collapseAll} />
      <TextInput
        className={classes.search}
        size="xs"
        placeholder={t('eps.filter')}
        aria-label={t('eps.filter')}
        leftSection={<IconSearch size={14} stroke={1.5} />}
        rightSection={
          structure.filter && <CloseButton size="xs" aria-label={t('eps.clear_filter')} onClick={() => structure.setFilter('')} />
        }
        value={structure.filter}
        onChange={(event) => structure.setFilter(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && structure.setFilter('')}
      />
    </Toolbar>
  );
}

function CreateMenu({ structure, current }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start" width="max-content">
      <Menu.Target>
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.5} />}
          rightSection={<IconChevronDown size={14} stroke={1.5} />}
        >
          {t('ui.create')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={480}>
        {creationsOf(current, structure.index, structure.rightsAt).map(({ command, under }, i) => (
          <Menu.Item
            key={i}
            leftSection={<NodeIcon kind={command.do === 'create' ? command.kind : 'version_version'} />}
            rightSection={under && <span className={classes.under}>{under.name}</span>}
            onClick={() => structure.make(command, under)}
          >
            {t(faceOf(command).text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
