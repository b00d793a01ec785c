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
import { NOT_YET_SCREENS } from './not-yet.ts';

/** A place of a space: its path below the space, its name, and whether its feature is there. */
export type Place = { place: string; path: string; icon: Icon; nameKey: string; later: boolean };

const later = new Set<string>(NOT_YET_SCREENS.map(({ screen }) => screen));
const place = (name: string, path: string, icon: Icon, nameKey = `not_yet.${name}.title`): Place => ({
  place: name,
  path,
  icon,
  nameKey,
  later: later.has(name),
});

/** The places of a space in the order of the rail. */
export const PLACES: Place[] = [
  place('structure', '', IconHierarchy2, 'eps.structure'),
  place('home', 'home', IconHome, 'home.title'),
  place('resources', 'resources', IconUsersGroup, 'resource.title'),
  place('scoreboard', 'scoreboard', IconChartHistogram, 'scoreboard.title'),
  place('directories', 'directories', IconAddressBook, 'directories.title'),
  place('calendars', 'calendars', IconCalendar, 'calendars.title'),
  place('attributes', 'attributes', IconColumns3, 'attributes.title'),
  place('viewsettings', 'viewsettings', IconListDetails, 'viewsettings.title'),
  place('admin', 'admin', IconShieldCog, 'admin.title'),
];

/** Key of the name of the screen at a path below the space; the structure where it is none of its own. */
export function screenNameKey(pathname: string): string {
  const parts = pathname.split('/').slice(2);
  const segment = parts[0] ?? '';
  if (segment === 'schedule' && parts[2] === 'cyclogram') return 'cyclogram.title';
  if (segment === 'schedule' && parts[2] === 'print') return 'print.title';
  if (segment === 'compare') return 'compare.title';
  if (segment === 'pipeline') return 'pipe.title';
  if (segment === 'search') return 'search.title';
  if (segment === 'profile') return 'profile.title';
  if (segment === 'kanban-schedule') return 'boards.title';
  const known = PLACES.find(({ path }) => path === segment);
  const screen = NOT_YET_SCREENS.find(({ path }) => path.split('/').every((part, index) => /^[${]/.test(part) || part === parts[index]));
  return known?.nameKey ?? (screen ? `not_yet.${screen.screen}.title` : 'eps.structure');
}
