import {
  IconAddressBook,
  IconCalendar,
  IconChartAreaLine,
  IconChartHistogram,
  IconColumns3,
  IconHierarchy2,
  IconHistory,
  IconHome,
  IconListDetails,
  IconShieldCog,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';

/** A place of a space: its path below the space, and its name. */
export type Place = { place: string; path: string; icon: Icon; nameKey: string };

const place = (name: string, path: string, icon: Icon, nameKey: string): Place => ({
  place: name,
  path,
  icon,
  nameKey,
});

/** The places of a space in the order of the rail. */
export const PLACES: Place[] = [
  place('structure', '', IconHierarchy2, 'eps.structure'),
  place('home', 'home', IconHome, 'home.title'),
  place('resources', 'resources', IconUsersGroup, 'resource.title'),
  place('analytics', 'analytics', IconChartAreaLine, 'dashboard.title'),
  place('scoreboard', 'scoreboard', IconChartHistogram, 'scoreboard.title'),
  place('directories', 'directories', IconAddressBook, 'directories.title'),
  place('calendars', 'calendars', IconCalendar, 'calendars.title'),
  place('attributes', 'attributes', IconColumns3, 'attributes.title'),
  place('viewsettings', 'viewsettings', IconListDetails, 'viewsettings.title'),
  place('admin', 'admin', IconShieldCog, 'admin.title'),
];

/** Screens of a space that the rail has no room for. */
export const PLACES_BESIDE: Place[] = [place('activities', 'activities', IconHistory, 'activities.title')];

/** Key of the name of the screen at a path below the space; the structure where it is none of its own. */
export function screenNameKey(pathname: string): string {
  const parts = pathname.split('/').slice(2);
  const segment = parts[0] ?? '';
  if (segment === 'schedule' && parts[2] === 'cyclogram') return 'cyclogram.title';
  if (segment === 'schedule' && parts[2] === 'look-ahead') return 'last_planner.title';
  if (segment === 'schedule' && parts[2] === 'print') return 'print.title';
  if (segment === 'reports' || (segment === 'schedule' && parts[2] === 'reports')) return 'report_form.title';
  if (segment === 'compare') return 'compare.title';
  if (segment === 'analytics' && parts[1] === 'print') return 'analytics_print.title';
  if (segment === 'grid') return 'gwbs.title';
  if (segment === 'pipeline') return 'pipe.title';
  if (segment === 'estimates') return 'estimate.title';
  if (segment === 'model') return 'model.title';
  if (segment === 'search') return 'search.title';
  if (segment === 'profile') return 'profile.title';
  if (segment === 'kanban-schedule') return 'boards.title';
  const known = [...PLACES, ...PLACES_BESIDE].find(({ path }) => path === segment);
  return known?.nameKey ?? 'eps.structure';
}
