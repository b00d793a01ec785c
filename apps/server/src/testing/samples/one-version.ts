import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createWorld, type Person, type World } from '../world.ts';

/** A row of a version as it travels. */
export type Row = Record<string, any> & { id: number };

/** A world with one planner and, for every test, an empty version of her schedule; what the tests of version content stand on. */
export type OneVersion = {
  world: World;
  anna: Person;
  schedule: number;
  version: number;
  /** Parameters of calls about the version, and about one of its rows. */
  at(): { id: number };
  one(wbsId: number): { id: number; wbsId: number };
  /** Rows of the version in tree order. */
  rows(): Promise<Row[]>;
  /** The tree as indented names. */
  tree(): Promise<string[]>;
  add(name: string, parentId?: number | null): Promise<number>;
};

/** Sets one version up for every test of the file. */
export function withOneVersion(): OneVersion {
  const here: OneVersion = {
    world: undefined as never,
    anna: undefined as never,
    schedule: 0,
    version: 0,
    at: () => ({ id: here.version }),
    one: (wbsId) => ({ id: here.version, wbsId }),
    rows: async () => (await here.anna.ok(api.wbs.list, { params: here.at() })).items as Row[],
    async tree() {
      const list = await here.rows();
      const depth = (row: Row): number =>
        row['parent_id'] === null ? 0 : 1 + depth(list.find(({ id }) => id === row['parent_id']) as Row);
      return list.map((row) => `${' '.repeat(depth(row))}${row['name']}`);
    },
    add: (name, parentId = null) => here.anna.item(here.version, { name }, parentId),
  };
  beforeAll(async () => {
    here.world = await createWorld();
    here.anna = await here.world.person('anna');
    await here.anna.space();
    here.schedule = await here.anna.schedule();
  });
  afterAll(() => here.world.close());
  beforeEach(async () => {
    here.version = await here.anna.version(here.schedule);
  });
  return here;
}
