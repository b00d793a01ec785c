import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronRight, IconSelector } from '@tabler/icons-react';
import type { RowKey } from '../../features/structure/eps/eps.store.ts';
import classes from './path-bar.module.css';

type Props = { stepKey: RowKey; name: string; siblings: { key: RowKey; name: string }[]; last: boolean; onGo: (key: RowKey) => void };

/** One step of the path: a menu of its siblings. */
export function PathStep({ stepKey, name, siblings, last, onGo }: Props) {
  return (
    <span className={classes.step} data-last={last || undefined}>
      <Menu position="bottom-start" width="max-content">
        <Menu.Target>
          <UnstyledButton className={classes.name} title={name} aria-current={last ? 'page' : undefined}>
            <span className={classes.label}>{name}</span>
            <IconSelector size={12} stroke={1.5} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {siblings.map((sibling) => (
            <Menu.Item
              key={sibling.key}
              leftSection={<IconCheck size={16} stroke={1.5} opacity={sibling.key === stepKey ? 1 : 0} />}
              onClick={() => onGo(sibling.key)}
            >
              {sibling.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {!last && <IconChevronRight size={12} stroke={1.5} className={classes.slash} aria-hidden />}
    </span>
  );
}
