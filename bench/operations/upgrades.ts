import { api } from '@gantry/contract';
import { differing, ended, fillSpace, type Place, seconds } from './place.ts';

/** O3: a file of a backup that an older release made restores in this one, in another installation. `former`: the folder of the older one. */
export async function upgrades(place: Place, former: string | undefined): Promise<void> {
  const [here, away] = [await place.serve({ program: former }), await place.serve({ database: 'later' })];
  const { spaceId, owner } = await fillSpace(here.person, 'Older', place.amount.rows, 1);
  const params = { id: spaceId };
  await ended(owner, (await owner.call(api.backups.create, { params, body: {} })).job_id);
  const [backup] = (await owner.call(api.backups.list, { params })).backups;
  const { code } = await owner.call(api.backups.recoveryCode, { params });
  const file = await owner.ask(api.backups.download.path.replace('{id}', String(spaceId)).replace('{backupId}', String(backup.id)));
  const form = new FormData();
  for (const [name, value] of Object.entries({ code, name: 'Brought' })) form.append(name, value);
  form.append('file', await file.blob(), 'older.gantry-space');
  let restored = 0;
  const time = await seconds(async () => {
    const answer = await away.person.ask(api.backups.upload.path, { method: 'POST', body: form });
    const { job_id: job } = (await answer.json()) as { job_id: number };
    ({ space_id: restored } = (await ended(away.person, job)).result as { space_id: number });
  });
  const schemas = await Promise.all(
    [here, away].map(async ({ client }) =>
      (await client.query<{ name: string }>('select name from migration')).rows.map(({ name }) => name),
    ),
  );
  const apart = schemas[1].filter((name) => !schemas[0].includes(name)).length;
  const sides = [
    { client: here.client, spaceId },
    { client: away.client, spaceId: restored },
  ] as const;
  place.note(`tables that differ after a backup of a release ${apart} migrations older was restored`, await differing(...sides), '', 0);
  place.note('backup of an older release restored', time, 's', 60);
}
