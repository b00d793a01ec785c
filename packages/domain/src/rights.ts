/** What a member of a space may do: `place.verb`. Every endpoint names the one it needs. */
export const SPACE_RIGHTS = [
  'space.read',
  'space.manage',
  'space.delete',
  'structure.read',
  'structure.edit',
  'plan.read',
  'plan.edit',
  'plan.calculate',
  'plan.import',
] as const;
export type SpaceRight = (typeof SPACE_RIGHTS)[number];

/** Built-in roles of a space. */
export const SPACE_ROLES = ['owner', 'administrator', 'planner', 'executor', 'estimator', 'bim_user', 'viewer'] as const;
export type SpaceRole = (typeof SPACE_ROLES)[number];

const READ: SpaceRight[] = ['space.read', 'structure.read', 'plan.read'];

/** What each built-in role may do. */
export const RIGHTS_OF_ROLE: Record<SpaceRole, readonly SpaceRight[]> = {
  owner: SPACE_RIGHTS,
  administrator: SPACE_RIGHTS.filter((right) => right !== 'space.delete'),
  planner: [...READ, 'structure.edit', 'plan.edit', 'plan.calculate', 'plan.import'],
  executor: READ,
  estimator: READ,
  bim_user: READ,
  viewer: READ,
};
