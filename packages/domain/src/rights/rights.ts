/** What a member of a space may do: `place.verb`. Every endpoint names the one it needs. */
export const SPACE_RIGHTS = [
  'space.read',
  'space.manage',
  'space.delete',
  'users.manage',
  'roles.manage',
  'audit.read',
  'licenses.manage',
  'backups.manage',
  'structure.read',
  'structure.edit',
  'plan.read',
  'plan.edit',
  'plan.calculate',
  'plan.import',
  'plan.report',
  'plan.approve',
  'cost.read',
  'estimate.read',
  'estimate.edit',
  'files.read',
  'files.edit',
  'chat.read',
  'chat.write',
  'chat.moderate',
  'boards.read',
  'boards.edit',
  'bim.edit',
  'ai.use',
] as const;
export type SpaceRight = (typeof SPACE_RIGHTS)[number];

/** Built-in roles of a space. */
export const SPACE_ROLES = ['owner', 'administrator', 'planner', 'executor', 'estimator', 'bim_user', 'viewer'] as const;
export type SpaceRole = (typeof SPACE_ROLES)[number];

const READ: SpaceRight[] = ['space.read', 'structure.read', 'plan.read', 'cost.read', 'files.read', 'chat.read', 'boards.read', 'ai.use'];

/** What each built-in role may do, unless a space has changed it. */
export const RIGHTS_OF_ROLE: Record<SpaceRole, readonly SpaceRight[]> = {
  owner: SPACE_RIGHTS,
  administrator: SPACE_RIGHTS.filter((right) => right !== 'space.delete' && right !== 'licenses.manage'),
  planner: [
    ...READ,
    'structure.edit',
    'plan.edit',
    'plan.calculate',
    'plan.import',
    'plan.report',
    'plan.approve',
    'estimate.read',
    'estimate.edit',
    'files.edit',
    'chat.write',
    'boards.edit',
    'bim.edit',
  ],
  executor: [...READ, 'plan.report', 'plan.approve', 'files.edit', 'chat.write', 'boards.edit'],
  estimator: [...READ, 'estimate.read', 'estimate.edit'],
  bim_user: [...READ, 'bim.edit'],
  viewer: READ,
};

/** Ids of built-in roles: the same in every space, below all ids of roles that people make. */
export const BUILT_IN_ROLE_ID = Object.fromEntries(SPACE_ROLES.map((role, index) => [role, index + 1])) as Record<SpaceRole, number>;

/** The built-in role with an id; null where the id is that of a role that people made. */
export function builtInRole(id: number): SpaceRole | null {
  return SPACE_ROLES[id - 1] ?? null;
}

/** What a role may do: what the space has written down, else what the built-in one may. An owner may everything, whatever is written. */
export function rightsOfRole(role: SpaceRole, written: readonly string[] | null): readonly SpaceRight[] {
  const rights: readonly string[] = role === 'owner' || written === null ? RIGHTS_OF_ROLE[role] : written;
  const all = withIncluded(rights);
  return SPACE_RIGHTS.filter((right) => all.has(right));
}

/** Rights that another one brings along: who may change a plan may report and approve in it. */
const INCLUDED: Partial<Record<string, readonly SpaceRight[]>> = { 'plan.edit': ['plan.report', 'plan.approve'] };

/** Rights with those that they bring along. */
export function withIncluded(rights: Iterable<string>): ReadonlySet<string> {
  return new Set([...rights].flatMap((right) => [right, ...(INCLUDED[right] ?? [])]));
}

/** Rights over people and the space itself: nobody passes them on by delegation. */
export const NEVER_DELEGATED: readonly SpaceRight[] = [
  'space.manage',
  'space.delete',
  'users.manage',
  'roles.manage',
  'audit.read',
  'licenses.manage',
  'backups.manage',
];

/** Rights that can be given on a node of the hierarchy and hold for all below it. */
export const NODE_RIGHTS: readonly SpaceRight[] = SPACE_RIGHTS.filter((right) =>
  /^(structure|plan|cost|estimate|files|chat|boards|bim|ai)\./.test(right),
);

/** The tree of rights: each place with its rights, in the order that people read them. */
export const RIGHT_TREE: readonly { place: string; rights: readonly SpaceRight[] }[] = [
  ...new Set(SPACE_RIGHTS.map((right) => right.split('.')[0])),
].map((place) => ({ place, rights: SPACE_RIGHTS.filter((right) => right.startsWith(`${place}.`)) }));
