import { Tooltip } from '@mantine/core';
import {
  IconAddressBook,
  IconCalendar,
  IconChartHistogram,
  IconColumns3,
  IconHierarchy2,
  IconHome,
  IconListDetails,
  IconShieldCog,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SpacePicker } from '../features/access/spaces/space-picker.tsx';
import { NOT_YET_SCREENS } from './not-yet.ts';
import { PersonMenu } from './person-menu.tsx';
import classes from './rail.module.css';

/** The places of a space, top to bottom; `path` below the space. */
const PLACES: { place: string; path: string; icon: Icon }[] = [
  { place: 'structure', path: '', icon: IconHierarchy2 },
  { place: 'home', path: 'home', icon: IconHome },
  { place: 'resources', path: 'resources', icon: IconUsersGroup },
  { place: 'scoreboard', path: 'scoreboard', icon: IconChartHistogram },
  { place: 'directories', path: 'directories', icon: IconAddressBook },
  { place: 'calendars', path: 'calendars', icon: IconCalendar },
  { place: 'attributes', path: 'attributes', icon: IconColumns3 },
  { place: 'viewsettings', path: 'viewsettings', icon: IconListDetails },
  { place: 'admin', path: 'admin', icon: IconShieldCog },
];

const later = new Set<string>(NOT_YET_SCREENS.map(({ screen }) => screen));

/** The rail at the left: the space on top, its places, the person at the bottom. Names show on hover and by keyboard. */
export function Rail({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.rail} aria-label={t('shell.places')}>
      <SpacePicker spaceId={spaceId} />
      <ul className={classes.places}>
        {PLACES.map(({ place, path, icon: Shape }) => {
          const name = place === 'structure' ? t('eps.structure') : t(`not_yet.${place}.title`);
          const to: string = `/${spaceId}${path && `/${path}`}`;
          return (
            <li key={place}>
              <Tooltip label={later.has(place) ? t('shell.later', { name }) : name} position="right">
                <Link
                  to={to}
                  activeOptions={{ exact: path === '' }}
                  className={classes.place}
                  activeProps={{ 'data-active': true, 'aria-current': 'page' }}
                  data-later={later.has(place) || undefined}
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
