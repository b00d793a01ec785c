import { api } from '@gantry/contract';
import { createWorld, type Person, type World } from './world.ts';

/** Lets somebody into the space of another with the right to enter it and no more. */
export async function letInOnly(guest: Person, host: Person): Promise<void> {
  const door = (await host.ok(api.roles.create, { body: { name: 'Door only', rights: ['space.read'] } })).id;
  await host.ok(api.spaces.invite, { params: { id: host.spaceId }, body: { login: guest.login, role_id: door } });
  guest.spaceId = host.spaceId;
}

/** The space of anna with a schedule: boris executes, vera reads, the guest may enter and no more, the stranger has a space of their own. */
export async function createTeam(world: World) {
  const [anna, boris, vera, guest, stranger] = await Promise.all(
    ['anna', 'boris', 'vera', 'guest', 'stranger'].map((name) => world.person(name)),
  );
  await anna.space();
  await stranger.space();
  await world.join(boris, anna, 'executor');
  await world.join(vera, anna, 'viewer');
  await letInOnly(guest, anna);
  return { anna, boris, vera, guest, stranger, schedule: await anna.schedule('Works') };
}

/** A world with a schedule in the space of anna, where boris plans too. */
export async function createPlanners() {
  const world = await createWorld();
  const [anna, boris] = await Promise.all(['anna', 'boris'].map((name) => world.person(name)));
  await anna.space();
  await world.join(boris, anna, 'planner');
  return { world, anna, boris, schedule: await anna.schedule() };
}
