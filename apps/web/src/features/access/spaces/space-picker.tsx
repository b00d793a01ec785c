import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconLayoutGrid } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mySpacesQuery } from '../users/users.queries.ts';
import classes from './space-picker.module.css';

/** The space that is open, and the way to another one. */
export function SpacePicker({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useQuery(mySpacesQuery);
  const spaces = data?.spaces ?? [];
  const current = spaces.find((space) => space.id === spaceId);
  return (
    <Menu position="right-start" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.space} aria-label={t('spaces.current', { name: current?.name ?? '' })} title={current?.name}>
          {(current?.name ?? '·').trim().slice(0, 1).toUpperCase()}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('spaces.switch')}</Menu.Label>
        {spaces
          .filter((space) => !space.deleting)
          .map((space) => (
            <Menu.Item
              key={space.id}
              leftSection={<IconCheck size={16} stroke={1.5} opacity={space.id === spaceId ? 1 : 0} />}
              onClick={() => void navigate({ to: `/${space.id}` })}
            >
              {space.name}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLayoutGrid size={16} stroke={1.5} />} onClick={() => void navigate({ to: '/auth/select-space' })}>
          {t('spaces.all')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
