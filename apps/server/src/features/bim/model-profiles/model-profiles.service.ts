import { MOST_PROFILES, type ModelProfile, type ModelProfileDefinition, type ModelProfileState } from '@gantry/contract';
import { type Appearance, USUAL_LOOKS } from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import {
  deleteProfile,
  deleteState,
  insertProfile,
  insertState,
  listProfiles,
  listStates,
  updateProfile,
  updateState,
} from './model-profiles.repository.ts';

type Change = Partial<ModelProfileDefinition & { position: number }>;

export const readProfiles = async (context: Context, projectId: number) => ({
  profiles: await context.read((db) => listProfiles(db, { spaceId: context.spaceId, projectId })),
});

/** The profiles of a project, each with what it shows by phase: its own states over those of its kind. */
export async function readAppearances(context: Context, projectId: number): Promise<(ModelProfile & { looks: Appearance })[]> {
  const place = { spaceId: context.spaceId, projectId };
  return context.read(async (db) => {
    const states = await listStates(db, place);
    return (await listProfiles(db, place)).map((profile) => {
      const looks = { ...USUAL_LOOKS[profile.kind] };
      for (const { profile_id, phase, visible, colour, opacity } of states)
        if (profile_id === profile.id) looks[phase] = { visible, colour, opacity };
      return { ...profile, looks };
    });
  });
}

async function mustFind(context: Context, db: Db, projectId: number, id: number): Promise<[ModelProfile, ModelProfile[]]> {
  const all = await listProfiles(db, { spaceId: context.spaceId, projectId });
  return [all.find((one) => one.id === id) ?? fail('model_profile.not_found'), all];
}

export async function createProfile(context: Context, projectId: number, definition: ModelProfileDefinition): Promise<number> {
  await getNode(context, projectId, 'project');
  const place = { spaceId: context.spaceId, projectId };
  return context.write(async (tx) => {
    const all = await listProfiles(tx, place);
    if (all.length >= MOST_PROFILES) fail('model_profile.too_many', { most: MOST_PROFILES });
    context.note({ name: definition.name });
    return insertProfile(tx, place, { ...definition, position: all.length + 1 });
  });
}

/** Changes a profile; one that gets another place moves the others. */
export async function changeProfile(context: Context, projectId: number, id: number, { position, ...change }: Change): Promise<void> {
  const { spaceId } = context;
  await context.write(async (tx) => {
    const [profile, all] = await mustFind(context, tx, projectId, id);
    context.note({ name: profile.name });
    await updateProfile(tx, spaceId, id, change);
    if (position === undefined) return;
    const order = all.filter((one) => one.id !== id);
    order.splice(position - 1, 0, profile);
    for (const [index, one] of order.entries())
      if (one.position !== index + 1) await updateProfile(tx, spaceId, one.id, { position: index + 1 });
  });
}

export async function removeProfile(context: Context, projectId: number, id: number): Promise<void> {
  await context.write(async (tx) => {
    const [profile, all] = await mustFind(context, tx, projectId, id);
    context.note({ name: profile.name });
    await deleteProfile(tx, context.spaceId, id);
    for (const [index, one] of all.filter((other) => other.id !== id).entries())
      if (one.position !== index + 1) await updateProfile(tx, context.spaceId, one.id, { position: index + 1 });
  });
}

export const readStates = async (context: Context, projectId: number) => ({
  states: await context.read((db) => listStates(db, { spaceId: context.spaceId, projectId })),
});

export async function createState(context: Context, projectId: number, state: Omit<ModelProfileState, 'id'>): Promise<number> {
  return context.write(async (tx) => {
    const [profile] = await mustFind(context, tx, projectId, state.profile_id);
    context.note({ name: profile.name, phase: state.phase });
    return (await insertState(tx, { spaceId: context.spaceId, projectId }, state)) ?? fail('model_profile.state_taken');
  });
}

export async function changeState(
  context: Context,
  projectId: number,
  id: number,
  change: Partial<Pick<ModelProfileState, 'visible' | 'colour' | 'opacity'>>,
): Promise<void> {
  const place = { spaceId: context.spaceId, projectId };
  await context.write(async (tx) => {
    if (!(await updateState(tx, place, id, change))) fail('model_profile.state_not_found');
  });
}

export async function removeState(context: Context, projectId: number, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteState(tx, { spaceId: context.spaceId, projectId }, id))) fail('model_profile.state_not_found');
  });
}
