import type { ModelProfile, ModelProfileDefinition, ModelProfileState } from '@gantry/contract';
import { type Db, storableJson, type Tx } from '../../../platform/postgres/database.ts';

type InProject = { spaceId: number; projectId: number };

export async function listProfiles(db: Db, { spaceId, projectId }: InProject): Promise<ModelProfile[]> {
  const profiles = db.selectFrom('bim_profile').select(['id', 'name', 'kind', 'position', 'conditions']);
  return profiles.where('space_id', '=', spaceId).where('project_id', '=', projectId).orderBy('position').orderBy('id').execute();
}

type Change = Partial<ModelProfileDefinition & { position: number }>;
const columnsOf = ({ conditions, ...rest }: Change) => ({
  ...rest,
  ...(conditions === undefined ? {} : { conditions: storableJson(conditions) }),
});

export async function insertProfile(
  tx: Tx,
  { spaceId, projectId }: InProject,
  { name, kind, position, conditions }: ModelProfileDefinition & { position: number },
): Promise<number> {
  const values = { space_id: spaceId, project_id: projectId, name, kind, position, conditions: storableJson(conditions) };
  return (await tx.insertInto('bim_profile').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateProfile(tx: Tx, spaceId: number, id: number, change: Change): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('bim_profile').set(columnsOf(change)).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteProfile(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('bim_profile').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function listStates(db: Db, { spaceId, projectId }: InProject): Promise<ModelProfileState[]> {
  const states = db.selectFrom('bim_profile_state').select(['id', 'profile_id', 'phase', 'visible', 'colour', 'opacity']);
  return states.where('space_id', '=', spaceId).where('project_id', '=', projectId).orderBy('profile_id').orderBy('id').execute();
}

/** Makes a state; null where the profile has one for the phase. */
export async function insertState(tx: Tx, { spaceId, projectId }: InProject, state: Omit<ModelProfileState, 'id'>): Promise<number | null> {
  const states = tx.insertInto('bim_profile_state').values({ space_id: spaceId, project_id: projectId, ...state });
  const made = await states
    .onConflict((conflict) => conflict.columns(['space_id', 'profile_id', 'phase']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Changes a state of a project; false where there is none. */
export async function updateState(
  tx: Tx,
  { spaceId, projectId }: InProject,
  id: number,
  change: Partial<Pick<ModelProfileState, 'visible' | 'colour' | 'opacity'>>,
): Promise<boolean> {
  const states = tx.updateTable('bim_profile_state').set(Object.keys(change).length === 0 ? { id } : change);
  const done = await states.where('space_id', '=', spaceId).where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

export async function deleteState(tx: Tx, { spaceId, projectId }: InProject, id: number): Promise<boolean> {
  const states = tx.deleteFrom('bim_profile_state').where('space_id', '=', spaceId).where('project_id', '=', projectId);
  return (await states.where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
}
