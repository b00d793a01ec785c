import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SpacePicker } from '../../features/access/spaces/space-picker.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PLACES } from './places.ts';
import classes from './rail.module.css';

/** The rail at the left: the space on top, its places, the person at the bottom. Names show on hover and by keyboard. */
export function Rail({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.rail} aria-label={t('shell.places')}>
      <SpacePicker spaceId={spaceId} />
      <ul className={classes.places}>
        {PLACES.map(({ place, path, icon: Shape, nameKey }) => {
          const name = t(nameKey);
          const to: string = `/${spaceId}${path && `/${path}`}`;
          return (
            <li key={place}>
              <Tooltip label={name} position="right">
                <Link
                  to={to}
                  activeOptions={{ exact: path === '' }}
                  className={classes.place}
                  activeProps={{ 'data-active': true, 'aria-current': 'page' }}
                  aria-label={name}
                >
                  <Shape size={18} stroke={1.5} />
                </Link>
              </Tooltip>
            </li>
          );
        })}
      </ul>
      <PersonMenu spaceId={spaceId} side="right-end" />
    </nav>
  );
}
