import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { createContext, type Context } from '../../../../platform/context.ts';
import { admitNames } from '../../../access/spaces/spaces.members.service.ts';
import { adoptPeople } from '../../../access/users/users.adopted.service.ts';
import { saveThings } from '../demo-data.repository.ts';
import type { DemoTexts, Somebody } from '../texts/demo-data.words.rules.ts';

/** People of the sample: names that nobody signs in with. */
export type Team = { ids: readonly number[]; as(one: Somebody): Context };

/** Brings the people of the sample into the space, as executors and, the first one, as a planner. */
export async function bringTeam(context: Context, { people }: DemoTexts): Promise<Team> {
  const named = people.map(([first_name, last_name], at) => ({ id: at + 1, login: '', email: '', first_name, last_name }));
  const ids = await context.write(async (tx) => {
    const known = await adoptPeople(tx, named, context.userId, 'sample');
    const all = named.map(({ id }) => Number(known.get(String(id))));
    await admitNames(tx, context.spaceId, all.slice(0, 1), BUILT_IN_ROLE_ID.planner);
    await admitNames(tx, context.spaceId, all.slice(1), BUILT_IN_ROLE_ID.executor);
    await saveThings(
      tx,
      context.spaceId,
      all.map((id) => ({ person_id: id })),
    );
    return all;
  });
  const { spaceId, rights, today } = context;
  return {
    ids,
    as: (one) =>
      createContext(context, {
        userId: ids[one],
        userName: people[one].join(' '),
        spaceId,
        rights,
        today,
        requestId: context.requestId,
        clientAddress: '',
        recheck: context.recheck,
      }),
  };
}
