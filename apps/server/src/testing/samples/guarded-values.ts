import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { followedBy } from '../jobs.ts';
import { ended } from '../jobs.ts';
import type { Person, World } from '../world.ts';

/** What stands in the guarded places, and what somebody who may not write it would have there. */
export const [KEPT, FORGED] = [1, 666];

type Attributes = Record<'budget' | 'zone' | 'Rate' | 'Secret' | 'Free', number>;
type Place = { facility: number; project: number; schedule: number; version: number; row: number; zone: number; ids: Attributes };

/**
 * A schedule, in a group of a project, whose attributes a planner may not write once it is guarded: two of the hierarchy and one of its
 * own, which may be read, and a secret one. `open` is a schedule of the same name elsewhere with the same attributes, where nobody says anything.
 */
export type Scene = Place & { name: string; group: number; budget: number; open: Place; names: string[] };

let scenes = 0;

/** Makes a scene that is not guarded yet; `owner` may everything. */
export async function makeScene(owner: Person): Promise<Scene> {
  scenes += 1;
  const [name, budgetName, zoneName] = [`Plan ${scenes}`, `Budget ${scenes}`, `Zone ${scenes}`];
  const define = (of: string, key: string) => ({
    name: of,
    key: `${key}_${scenes}`,
    type: 'number' as const,
    owners: ['schedule' as const, 'wbs' as const],
    inherits: true,
  });
  const budget = (await owner.ok(api.attributes.createInSpace, { body: define(budgetName, 'budget') })).id;
  const place = async (value: number): Promise<Place> => {
    const schedule = await owner.schedule(name);
    const { nodes } = await owner.ok(api.eps.tree);
    const above = (node: number) => nodes.find(({ id }) => id === node)?.parent_id as number;
    const [project, facility] = [above(schedule), above(above(schedule))];
    const zone = (await owner.ok(api.attributes.create, { params: { id: project }, body: define(zoneName, `zone_${value}`) })).id;
    const version = await owner.version(schedule);
    const params = { id: version };
    const taken = (await owner.ok(api.attributeValues.take, { params, body: { source_ids: [budget, zone] } })).ids;
    const ids: Attributes = { budget: taken[0], zone: taken[1], Rate: 0, Secret: 0, Free: 0 };
    for (const own of ['Rate', 'Secret', 'Free'] as const)
      ids[own] = (await owner.ok(api.attributeValues.create, { params, body: { name: own, type: 'number' } })).id;
    const row = await owner.item(version, { name: 'Dig', code: 'DIG' });
    const attributes = Object.fromEntries(Object.values(ids).map((id) => [id, value]));
    await owner.ok(api.wbs.update, { params: { ...params, wbsId: row }, body: { attributes } });
    const values = [budget, zone].map((attribute_id) => ({ attribute_id, value }));
    await followedBy(owner, await owner.ok(api.attributes.saveValues, { params: { id: schedule }, body: { values } }));
    return { facility, project, schedule, version, row, zone, ids };
  };
  const [open, closed] = [await place(FORGED), await place(KEPT)];
  const group = (await owner.ok(api.schedules.createGroup, { body: { name: 'Group', project_id: closed.project } })).id;
  await owner.ok(api.schedules.moveSchedule, { body: { schedule_id: closed.schedule, group_id: group } });
  return { ...closed, name, group, budget, open, names: [budgetName, zoneName, 'Rate', 'Secret'].map((one) => one.toLowerCase()) };
}

/** Says the rules of a scene, at its schedule or at a node above it. */
export async function guard(world: World, owner: Person, scene: Scene, at: 'schedule' | 'group' | 'facility' = 'schedule'): Promise<void> {
  const rule = (attribute_id: number | null, name: string, level: 'read' | 'none') => ({
    attribute_id,
    name,
    level,
    role_id: BUILT_IN_ROLE_ID.planner,
  });
  const access = [
    rule(scene.budget, 'Budget', 'read'),
    rule(scene.zone, 'Zone', 'read'),
    rule(null, 'Rate', 'read'),
    rule(null, 'Secret', 'none'),
  ];
  await owner.ok(api.attributeAccess.save, { params: { id: scene.schedule }, body: { access } });
  if (at !== 'schedule') await world.sql('update attribute_access set node_id = $1 where node_id = $2', [scene[at], scene.schedule]);
}

/** All that a planner may not write of a guarded scene: definitions, values of nodes and values of rows; those of versions made since only where they are forged. */
export async function guardedState(world: World, { facility, names, version, budget, zone }: Scene): Promise<unknown[]> {
  const below = `with recursive below (id) as (
    select id from eps_node where id = ${facility} union all select n.id from eps_node n join below b on n.parent_id = b.id
  )`;
  const there = `join version v on v.id = a.version_id where v.schedule_id in (select id from below) and lower(a.name) = any($1)`;
  return [
    await world.sql(`select id, name, type, formula, default_value from node_attribute where id in ($1, $2) order by id`, [budget, zone]),
    await world.sql(`${below} select node_id, attribute_id, value from node_value where node_id in (select id from below) order by 1, 2`),
    await world.sql(
      `${below} select a.version_id, a.id, a.name, a.options from attribute a ${there}
        and (v.id = $2 or a.options ->> 'default' = '${FORGED}' or a.options ->> 'formula' is not null) order by 1, 2`,
      [names, version],
    ),
    await world.sql(
      `${below} select a.version_id, lower(a.name) as name, x.item_id, x.value from attribute_value x
        join attribute a on a.version_id = x.version_id and a.id = x.attribute_id ${there}
        and (v.id = $2 or x.value = '${FORGED}'::jsonb) order by 1, 2, 3`,
      [names, version],
    ),
  ];
}

/** A version as a file that holds all its attributes. */
export async function jsonOf(owner: Person, version: number): Promise<Blob> {
  const { job_id } = await owner.ok(api.exports.version, { params: { id: version, x: 'json' }, body: {} });
  const { download_key: key } = (await ended(owner, job_id)).result as { download_key: string };
  return new Blob([JSON.stringify((await owner.call(api.exports.download, { query: { key } })).body)]);
}

/** A form with a file, as a call brings it. */
export function formWith(file: Blob, name: string, fields: Record<string, string> = {}): { raw: FormData } {
  const raw = new FormData();
  for (const [field, value] of Object.entries(fields)) raw.set(field, value);
  raw.set('file', file, name);
  return { raw };
}
