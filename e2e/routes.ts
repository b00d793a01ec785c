/** Every address of the product, and how its screen is known. */

/** A screen: where it is, and the role and name of something that only it has. */
export type Screen = { path: string; sign: { role: 'heading' | 'treegrid' | 'button'; name: string } };

/** Screens for everybody. */
export const PUBLIC_SCREENS: Screen[] = [
  { path: '/error?message=Forbidden', sign: { role: 'heading', name: 'You do not have access to the selected space' } },
  { path: '/error?message=LicenseLimit', sign: { role: 'heading', name: 'The user limit for the selected space has been exceeded' } },
  {
    path: '/error?message=LicenseNotFound',
    sign: { role: 'heading', name: 'A license was not found to operate in the selected space' },
  },
  { path: '/error?message=IPNotAllowed', sign: { role: 'heading', name: 'Access not allowed from this IP address' } },
  { path: '/disconnect', sign: { role: 'heading', name: 'The connection to the server was lost' } },
  { path: '/auth/login', sign: { role: 'heading', name: 'Sign in to Gantry' } },
  { path: '/auth/register', sign: { role: 'heading', name: 'Registration' } },
  { path: '/auth/reset-password#token=of-a-letter', sign: { role: 'heading', name: 'New password' } },
  { path: '/auth/reset-password', sign: { role: 'heading', name: 'Error during password reset' } },
  { path: '/auth/restore', sign: { role: 'heading', name: 'Restore the password' } },
  { path: '/auth/idleness', sign: { role: 'heading', name: 'Session ended' } },
  { path: '/auth/invitation', sign: { role: 'heading', name: 'This invitation does not work' } },
  { path: '/auth/unsubscribe', sign: { role: 'heading', name: 'This link is no longer valid' } },
  { path: '/auth/privacy', sign: { role: 'heading', name: 'Privacy policy' } },
  { path: '/auth/success', sign: { role: 'heading', name: 'User is not authorized' } },
];

/** Screens of a signed-in person; `{space}` and others are replaced by ids of the demo space. */
export const SPACE_SCREENS: Screen[] = [
  { path: '/auth/select-space', sign: { role: 'heading', name: 'Choose a space' } },
  { path: '/{space}', sign: { role: 'treegrid', name: 'Structure' } },
  { path: '/{space}/schedule/{version}', sign: { role: 'treegrid', name: 'Rows of the schedule' } },
  { path: '/{space}/search?q=a', sign: { role: 'button', name: 'Search everywhere' } },
  { path: '/{space}/activities?kind=add', sign: { role: 'heading', name: 'Activities' } },
  { path: '/{space}/home', sign: { role: 'heading', name: 'Changed last' } },
  { path: '/{space}/profile', sign: { role: 'heading', name: 'You' } },
  { path: '/{space}/resources', sign: { role: 'heading', name: 'Resources' } },
  { path: '/{space}/resources/{project}?filter=a&filter_indicator=b&target=1', sign: { role: 'heading', name: 'Resources' } },
  { path: '/{space}/kanban-schedule/{schedule}', sign: { role: 'button', name: 'New board' } },
  { path: '/{space}/attributes', sign: { role: 'button', name: 'New attribute' } },
  { path: '/{space}/calendars', sign: { role: 'button', name: 'New calendar' } },
  { path: '/{space}/viewsettings', sign: { role: 'heading', name: 'View settings' } },
  { path: '/{space}/grid/{project}', sign: { role: 'treegrid', name: 'Rows of the schedule' } },
  { path: '/{space}/schedule/{version}/cyclogram', sign: { role: 'heading', name: 'Cyclogram' } },
  { path: '/{space}/schedule/{version}/print', sign: { role: 'heading', name: 'Print' } },
  { path: '/{space}/schedule/{version}/reports', sign: { role: 'heading', name: 'Reports' } },
  { path: '/{space}/reports/{project}', sign: { role: 'heading', name: 'Reports' } },
  { path: '/{space}/scoreboard', sign: { role: 'heading', name: 'Scoreboard' } },
  { path: '/{space}/pipeline/{project}', sign: { role: 'heading', name: 'Pipeline' } },
  { path: '/{space}/estimates/{project}', sign: { role: 'heading', name: 'Estimates' } },
  { path: '/{space}/model/{project}', sign: { role: 'heading', name: 'Models' } },
  { path: '/{space}/directories', sign: { role: 'heading', name: 'Directories' } },
  { path: '/{space}/admin', sign: { role: 'heading', name: 'People' } },
  { path: '/{space}/analytics', sign: { role: 'heading', name: 'Dashboard' } },
  { path: '/{space}/analytics/print/count/a4', sign: { role: 'heading', name: 'Print of analytics' } },
];

/** Addresses that lead nowhere. */
export const LOST_PATHS = [
  '/no/such/path',
  '/{space}/no-such-screen',
  '/abc',
  '/{space}/schedule',
  '/auth/nothing',
  '/{space}/kanban-schedule',
];
