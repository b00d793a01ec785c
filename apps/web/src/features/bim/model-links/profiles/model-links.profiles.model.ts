import type { ElementLook, ModelProfile, ModelProfileState, ProfilePhase } from '@gantry/contract';
import type { Appearance } from '@gantry/plan-view';

/** A profile as it is edited; one without an id is new. */
export type EditedProfile = Pick<ModelProfile, 'name' | 'kind' | 'conditions'> & { id: number | null; looks: Appearance };

export const editedOf = (profiles: readonly ModelProfile[], states: readonly ModelProfileState[]): EditedProfile[] =>
  profiles.map(({ id, name, kind, conditions }) => ({
    id,
    name,
    kind,
    conditions,
    looks: Object.fromEntries(
      states
        .filter(({ profile_id }) => profile_id === id)
        .map(({ phase, visible, colour, opacity }) => [phase, { visible, colour, opacity }]),
    ),
  }));

/** What to make, change and delete so that the states of a profile become what it is to show. */
export function statesToChange(states: readonly ModelProfileState[], looks: Appearance) {
  const add: [ProfilePhase, ElementLook][] = [];
  const change: [number, ElementLook][] = [];
  const known = new Map(states.map((state) => [state.phase, state]));
  for (const [phase, look] of Object.entries(looks) as [ProfilePhase, ElementLook][]) {
    const state = known.get(phase);
    if (!state) add.push([phase, look]);
    else if (state.visible !== look.visible || state.colour !== look.colour || state.opacity !== look.opacity)
      change.push([state.id, look]);
  }
  return { add, change, remove: states.filter(({ phase }) => !looks[phase]).map(({ id }) => id) };
}
