import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { takeSession } from '../features/access/auth/auth.queries.ts';
import type { SearchAddress } from '../features/insight/search/search.model.ts';
import { setApiSpace } from '../lib/calls/api-client.ts';
import { NotFoundPage } from '../pages/not-found/not-found-page.tsx';
import { GuestLayout } from './guest/guest-layout.tsx';
import { requireSignIn, requireSpace, skipWhenSignedIn } from './guards.ts';
import { RouteFailure } from './errors/route-failure.tsx';
import { Root } from './root.tsx';
import { Shell } from './frame/shell.tsx';
import { activitySearch, boardSearch, redirectSearch, rowSearch, text, worksSearch } from './search-parameters.ts';

/** The 404 page keeps the header with language, theme and sign-out. */
const Lost = () => (
  <GuestLayout>
    <NotFoundPage />
  </GuestLayout>
);

const rootRoute = createRootRoute({ component: Root, notFoundComponent: Lost, errorComponent: RouteFailure });

const toSelectSpace = () => {
  throw redirect({ to: '/auth/select-space' });
};
const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: toSelectSpace });
const structureRedirect = createRoute({ getParentRoute: () => rootRoute, path: 'structure', beforeLoad: toSelectSpace });

const guest = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guest',
  component: () => <GuestLayout />,
  beforeLoad: () => setApiSpace(null),
});
const loginRoute = createRoute({
  getParentRoute: () => guest,
  path: 'auth/login',
  validateSearch: redirectSearch,
  beforeLoad: ({ search }) => skipWhenSignedIn(search.redirect),
  component: lazyRouteComponent(() => import('../pages/auth/login-page.tsx'), 'LoginPage'),
});
const registerRoute = createRoute({
  getParentRoute: () => guest,
  path: 'auth/register',
  component: lazyRouteComponent(() => import('../pages/auth/register-page.tsx'), 'RegisterPage'),
});
const restoreRoute = createRoute({
  getParentRoute: () => guest,
  path: 'auth/restore',
  component: lazyRouteComponent(() => import('../pages/auth/restore-pages.tsx'), 'RestorePage'),
});
const resetRoute = createRoute({
  getParentRoute: () => guest,
  path: 'auth/reset-password',
  component: lazyRouteComponent(() => import('../pages/auth/restore-pages.tsx'), 'ResetPasswordPage'),
});
const privacyRoute = createRoute({
  getParentRoute: () => guest,
  path: 'auth/privacy',
  validateSearch: redirectSearch,
  component: lazyRouteComponent(() => import('../pages/auth/privacy-page.tsx'), 'PrivacyPage'),
});
const invitationRoute = createRoute({
  getParentRoute: () => guest,
  path: 'auth/invitation',
  component: lazyRouteComponent(() => import('../pages/auth/invitation-page.tsx'), 'InvitationPage'),
});
const unsubscribeRoute = createRoute({
  getParentRoute: () => guest,
  path: 'auth/unsubscribe',
  component: lazyRouteComponent(() => import('../pages/auth/unsubscribe-page.tsx'), 'UnsubscribePage'),
});
const idlenessRoute = createRoute({
  getParentRoute: () => guest,
  path: 'auth/idleness',
  component: lazyRouteComponent(() => import('../pages/auth/idleness-page.tsx'), 'IdlenessPage'),
});
const successRoute = createRoute({
  getParentRoute: () => guest,
  path: 'auth/success',
  validateSearch: (search: Record<string, unknown>): { redirect?: string; session?: string } => ({
    ...redirectSearch(search),
    session: text(search['session']),
  }),
  beforeLoad: async ({ search }) => skipWhenSignedIn(search.session === 'new' ? await takeSession() : search.redirect),
  component: lazyRouteComponent(() => import('../pages/auth/success-page.tsx'), 'SuccessPage'),
});
const errorRoute = createRoute({
  getParentRoute: () => guest,
  path: 'error',
  validateSearch: (search: Record<string, unknown>): { message?: string } => ({ message: text(search['message']) }),
  component: lazyRouteComponent(() => import('../pages/error/error-page.tsx'), 'ErrorPage'),
});
const disconnectRoute = createRoute({
  getParentRoute: () => guest,
  path: 'disconnect',
  component: lazyRouteComponent(() => import('../pages/disconnect/disconnect-page.tsx'), 'DisconnectPage'),
});
const selectSpaceRoute = createRoute({
  getParentRoute: () => guest,
  path: 'auth/select-space',
  beforeLoad: ({ location }) => requireSignIn(location.href),
  component: lazyRouteComponent(() => import('../pages/select-space/select-space-page.tsx'), 'SelectSpacePage'),
});

const installationRoute = createRoute({
  getParentRoute: () => guest,
  path: 'installation',
  beforeLoad: ({ location }) => requireSignIn(location.href),
  component: lazyRouteComponent(() => import('../pages/installation/installation-page.tsx'), 'InstallationPage'),
});

const space = createRoute({
  getParentRoute: () => rootRoute,
  path: '$spaceId',
  beforeLoad: ({ params, location }) => requireSpace(params.spaceId, location.href),
  component: Shell,
});
const structureRoute = createRoute({
  getParentRoute: () => space,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { notice?: string } => ({ notice: text(search['notice']) }),
  component: lazyRouteComponent(() => import('../pages/structure/structure-page.tsx'), 'StructurePage'),
});

const scheduleRoute = createRoute({
  getParentRoute: () => space,
  path: 'schedule/$id',
  validateSearch: rowSearch,
  component: lazyRouteComponent(() => import('../pages/schedule/schedule-page.tsx'), 'SchedulePage'),
});

const cyclogramRoute = createRoute({
  getParentRoute: () => space,
  path: 'schedule/$id/cyclogram',
  component: lazyRouteComponent(() => import('../pages/cyclogram/cyclogram-page.tsx'), 'CyclogramPage'),
});

const lookAheadRoute = createRoute({
  getParentRoute: () => space,
  path: 'schedule/$id/look-ahead',
  component: lazyRouteComponent(() => import('../pages/look-ahead/look-ahead-page.tsx'), 'LookAheadPage'),
});

const printRoute = createRoute({
  getParentRoute: () => space,
  path: 'schedule/$id/print',
  component: lazyRouteComponent(() => import('../pages/print/print-page.tsx'), 'PrintPage'),
});

const versionReportsRoute = createRoute({
  getParentRoute: () => space,
  path: 'schedule/$id/reports',
  component: lazyRouteComponent(() => import('../pages/reports/reports-page.tsx'), 'ReportsPage'),
});

const reportsRoute = createRoute({
  getParentRoute: () => space,
  path: 'reports/$nodeId',
  component: lazyRouteComponent(() => import('../pages/reports/reports-page.tsx'), 'ReportsPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => space,
  path: 'compare/$scheduleId',
  validateSearch: (search: Record<string, unknown>): { versions?: string; view?: string } => ({
    versions: text(search['versions']),
    view: text(search['view']),
  }),
  component: lazyRouteComponent(() => import('../pages/compare/compare-page.tsx'), 'ComparePage'),
});

const gridRoute = createRoute({
  getParentRoute: () => space,
  path: 'grid/$projectId',
  validateSearch: rowSearch,
  component: lazyRouteComponent(() => import('../pages/grid/grid-page.tsx'), 'GridPage'),
});

const directoriesRoute = createRoute({
  getParentRoute: () => space,
  path: 'directories',
  component: lazyRouteComponent(() => import('../pages/directories/directories-page.tsx'), 'DirectoriesPage'),
});
const attributesRoute = createRoute({
  getParentRoute: () => space,
  path: 'attributes',
  component: lazyRouteComponent(() => import('../pages/attributes/attributes-page.tsx'), 'AttributesPage'),
});
const calendarsRoute = createRoute({
  getParentRoute: () => space,
  path: 'calendars',
  component: lazyRouteComponent(() => import('../pages/calendars/calendars-page.tsx'), 'CalendarsPage'),
});

const searchRoute = createRoute({
  getParentRoute: () => space,
  path: 'search',
  validateSearch: (search: Record<string, unknown>): SearchAddress => ({
    q: text(search['q']),
    kinds: text(search['kinds']),
    node: text(search['node']),
    author: text(search['author']),
    from: text(search['from']),
    until: text(search['until']),
  }),
  component: lazyRouteComponent(() => import('../pages/search/search-page.tsx'), 'SearchPage'),
});
const activitiesRoute = createRoute({
  getParentRoute: () => space,
  path: 'activities',
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('../pages/activities/activities-page.tsx'), 'ActivitiesPage'),
});
const homeRoute = createRoute({
  getParentRoute: () => space,
  path: 'home',
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
});
const profileRoute = createRoute({
  getParentRoute: () => space,
  path: 'profile',
  component: lazyRouteComponent(() => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
});
const adminRoute = createRoute({
  getParentRoute: () => space,
  path: 'admin',
  component: lazyRouteComponent(() => import('../pages/admin/admin-page.tsx'), 'AdminPage'),
});

const viewSettingsRoute = createRoute({
  getParentRoute: () => space,
  path: 'viewsettings',
  component: lazyRouteComponent(() => import('../pages/view-settings/view-settings-page.tsx'), 'ViewSettingsPage'),
});

const boardsRoute = createRoute({
  getParentRoute: () => space,
  path: 'kanban-schedule/$id',
  component: lazyRouteComponent(() => import('../pages/kanban/boards-page.tsx'), 'BoardsPage'),
});

const boardRoute = createRoute({
  getParentRoute: () => space,
  path: 'kanban-schedule/$id/$boardId/{-$cardId}',
  validateSearch: boardSearch,
  component: lazyRouteComponent(() => import('../pages/kanban/board-page.tsx'), 'BoardPage'),
});

const resourcesRoute = createRoute({
  getParentRoute: () => space,
  path: 'resources/{-$id}',
  validateSearch: rowSearch,
  component: lazyRouteComponent(() => import('../pages/resources/resources-page.tsx'), 'ResourcesPage'),
});

const scoreboardRoute = createRoute({
  getParentRoute: () => space,
  path: 'scoreboard',
  validateSearch: (search: Record<string, unknown>): { board?: string; node?: string } => ({
    board: text(search['board']),
    node: text(search['node']),
  }),
  component: lazyRouteComponent(() => import('../pages/scoreboard/scoreboard-page.tsx'), 'ScoreboardPage'),
});

const dashboardRoute = createRoute({
  getParentRoute: () => space,
  path: 'analytics',
  validateSearch: (search: Record<string, unknown>) => ({
    node: text(search['node']),
    board: text(search['board']),
    ...worksSearch(search),
  }),
  component: lazyRouteComponent(() => import('../pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const pipelineRoute = createRoute({
  getParentRoute: () => space,
  path: 'pipeline/$projectId',
  component: lazyRouteComponent(() => import('../pages/pipeline/pipeline-page.tsx'), 'PipelinePage'),
});

const estimatesRoute = createRoute({
  getParentRoute: () => space,
  path: 'estimates/$projectId',
  validateSearch: (search: Record<string, unknown>): { estimate?: string; row?: string; view?: string } => ({
    estimate: text(search['estimate']),
    row: text(search['row']),
    view: text(search['view']),
  }),
  component: lazyRouteComponent(() => import('../pages/estimates/estimates-page.tsx'), 'EstimatesPage'),
});

const modelRoute = createRoute({
  getParentRoute: () => space,
  path: 'model/$projectId',
  validateSearch: (search: Record<string, unknown>): { version?: string; link?: string } => ({
    version: text(search['version']),
    link: text(search['link']),
  }),
  component: lazyRouteComponent(() => import('../pages/model/model-page.tsx'), 'ModelPage'),
});

const analyticsPrintRoute = createRoute({
  getParentRoute: () => space,
  path: 'analytics/print/$value/$format',
  validateSearch: (search: Record<string, unknown>) => ({ node: text(search['node']), ...worksSearch(search) }),
  component: lazyRouteComponent(() => import('../pages/analytics-print/analytics-print-page.tsx'), 'AnalyticsPrintPage'),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  structureRedirect,
  guest.addChildren([
    loginRoute,
    registerRoute,
    restoreRoute,
    resetRoute,
    invitationRoute,
    unsubscribeRoute,
    privacyRoute,
    idlenessRoute,
    successRoute,
    errorRoute,
    disconnectRoute,
    selectSpaceRoute,
    installationRoute,
  ]),
  space.addChildren([
    structureRoute,
    scheduleRoute,
    cyclogramRoute,
    lookAheadRoute,
    printRoute,
    versionReportsRoute,
    reportsRoute,
    gridRoute,
    compareRoute,
    attributesRoute,
    directoriesRoute,
    calendarsRoute,
    viewSettingsRoute,
    resourcesRoute,
    scoreboardRoute,
    dashboardRoute,
    pipelineRoute,
    estimatesRoute,
    modelRoute,
    searchRoute,
    activitiesRoute,
    homeRoute,
    profileRoute,
    adminRoute,
    boardsRoute,
    boardRoute,
    analyticsPrintRoute,
  ]),
]);

/** Every route of the page. Literal paths win over the id of a space; what no route knows is the 404 page. */
export const router = createRouter({
  routeTree,
  defaultPreload: false,
  defaultPendingMs: 150,
  scrollRestoration: false,
  // Query parameters are plain text: as typed, without the quotes that JSON would put around it.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  defaultNotFoundComponent: Lost,
  defaultErrorComponent: RouteFailure,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
