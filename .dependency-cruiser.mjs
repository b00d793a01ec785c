/** Which part of the house may import which; the drawing is in ARCHITECTURE.md. */

/** Which wings a wing may import: itself and those before it; costing, bim and teamwork do not import each other. */
const WINGS_SEEN_BY = {
  access: [],
  structure: ['access'],
  catalog: ['access', 'structure'],
  planning: ['access', 'structure', 'catalog'],
  costing: ['access', 'structure', 'catalog', 'planning'],
  bim: ['access', 'structure', 'catalog', 'planning'],
  teamwork: ['access', 'structure', 'catalog', 'planning'],
  insight: ['access', 'structure', 'catalog', 'planning', 'costing', 'bim', 'teamwork'],
  operations: ['access', 'structure', 'catalog', 'planning', 'costing', 'bim', 'teamwork', 'insight'],
};

/** Each package and app, and the packages it may import. */
const PACKAGES_SEEN_BY = {
  'packages/domain': [],
  'packages/locales': [],
  'packages/engine': ['domain'],
  'packages/interchange': ['domain'],
  'packages/scene': ['domain'],
  'packages/contract': ['domain'],
  'packages/plan-view': ['domain', 'engine', 'scene', 'contract'],
  'apps/server': ['domain', 'engine', 'interchange', 'scene', 'contract', 'plan-view', 'locales'],
  'apps/web': ['domain', 'engine', 'scene', 'contract', 'plan-view', 'locales'],
  e2e: ['contract'],
};

/** Rooms of an app, each importing only those before it. */
const ROOMS = {
  'apps/server/src': ['database/', 'platform/', 'features/', 'compose\\.ts$', 'app\\.ts$', 'main\\.ts$'],
  'apps/web/src': ['lib/', 'ui/', 'features/', 'pages/', 'app/', 'main\\.tsx$'],
};

const TEST = '\\.test\\.tsx?$|/testing/';
const anyOf = (/** @type {string[]} */ names) => `(${names.join('|')})`;

const packageRules = Object.entries(PACKAGES_SEEN_BY).map(([from, seen]) => ({
  name: `packages: ${from} imports ${seen.join(', ') || 'no package of ours'}`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: '^(packages|apps|e2e)/', pathNot: `^(${[from, ...seen.map((name) => `packages/${name}`)].join('|')})/` },
}));

const roomRules = Object.entries(ROOMS).flatMap(([app, rooms]) =>
  rooms.slice(0, -1).map((room, index) => ({
    name: `rooms: ${app}/${room} imports only rooms before it`,
    severity: 'error',
    from: { path: `^${app}/${room}`, pathNot: TEST },
    to: { path: `^${app}/${anyOf(rooms.slice(index + 1))}` },
  })),
);

const wingRules = Object.entries(WINGS_SEEN_BY).map(([wing, seen]) => ({
  name: `wings: ${wing} sees ${seen.join(', ') || 'itself alone'}`,
  severity: 'error',
  from: { path: `^(apps/[^/]+/src/features|packages/contract/src)/${wing}/` },
  to: {
    path: `^(apps/[^/]+/src/features|packages/contract/src)/${anyOf(Object.keys(WINGS_SEEN_BY))}/`,
    pathNot: `/${anyOf([wing, ...seen])}/`,
  },
}));

/** Forbids imports of another feature of the same kind except through its doors. */
const door = (/** @type {string} */ app, /** @type {string} */ doors) => ({
  name: `doors: another feature of ${app} is entered by ${doors}`,
  severity: 'error',
  from: { path: `^apps/${app}/src/features/([^/]+/[^/]+)/`, pathNot: TEST },
  to: { path: `^apps/${app}/src/features/`, pathNot: [`^apps/${app}/src/features/$1/`, doors] },
});

export default {
  forbidden: [
    { name: 'every import is found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no import of a package that package.json does not name',
      severity: 'error',
      // Test tools stand in the root's package.json.
      from: { pathNot: `${TEST}|\\.config\\.ts$` },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'shipping code imports no test code',
      severity: 'error',
      from: { pathNot: `${TEST}|^(e2e|bench|tools)/` },
      to: { path: TEST },
    },
    ...packageRules,
    ...roomRules,
    ...wingRules,
    door('server', '\\.service\\.ts$'),
    door('web', '(\\.queries\\.ts|-picker\\.tsx|-badge\\.tsx)$'),
    {
      name: 'pure: domain, engine, scene and plan-view import neither Node nor npm',
      severity: 'error',
      from: { path: '^packages/(domain|engine|scene|plan-view)/', pathNot: TEST },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg'], pathNot: '^packages/' },
    },
    {
      name: 'pure: rules and models decide without I/O',
      severity: 'error',
      from: { path: '\\.(rules|model)\\.ts$' },
      to: { dependencyTypes: ['core', 'npm'], pathNot: '^packages/|^node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pure: rules and models call no service, repository, query, store or component',
      severity: 'error',
      from: { path: '\\.(rules|model)\\.ts$' },
      to: {
        path: '\\.(service|repository|routes|jobs|reactions|queries|store)\\.ts$|\\.tsx$|^apps/server/src/platform/(?!fail\\.ts)|^apps/web/src/lib/(?!content-words|dates|numbers|languages)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'SQL lives in repositories, platform and database',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: `\\.repository\\.ts$|^apps/server/src/(platform|database)/|${TEST}` },
      // How to connect is a type of the driver that app.ts and main.ts hand on.
      to: { path: '^node_modules/(kysely|pg|pg-copy-streams|@types/pg)/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: { path: '(^|/)(dist|dist\\.next|node_modules/\\.)/' },
    doNotFollow: { path: 'node_modules' },
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
