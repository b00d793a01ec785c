import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { faceOf, type StructureCommand } from '../eps.commands.model.ts';

type Props = {
  /** Where it opens; null = closed. */
  at: { x: number; y: number } | null;
  groups: StructureCommand[][];
  onCommand: (command: StructureCommand) => void;
  onClose: () => void;
};

/** The menu of a row, where the pointer or the row is. */
export function EpsMenu({ at, groups, onCommand, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Menu
      opened={at !== null}
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      offset={2}
      width="max-content"
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0 }} />
      </Menu.Target>
      <Menu.Dropdown maw={420}>
        {groups.map((group, i) => (
          <Fragment key={i}>
            {i > 0 && <Menu.Divider />}
            {group.map((command) => {
              const { text, values, shortcut, grave } = faceOf(command);
              return (
                <Menu.Item
                  key={text + JSON.stringify(values ?? '')}
                  color={grave ? 'var(--gantry-error)' : undefined}
                  rightSection={
                    shortcut && <span style={{ color: 'var(--gantry-neutral-8)', fontSize: 11, marginLeft: 16 }}>{shortcut}</span>
                  }
                  onClick={() => onCommand(command)}
                >
                  {t(text, values ?? {})}
                </Menu.Item>
              );
            })}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
