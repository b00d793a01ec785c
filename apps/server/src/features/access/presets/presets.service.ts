import { type ErrorCode, rightToShare } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { requireRoom } from '../../../platform/room.ts';
import {
  countPresets,
  deactivateForOthers,
  deleteOwn,
  deletePreset,
  findNamed,
  findPreset,
  isNameTaken,
  listNames,
  listPresets,
  lockOrder,
  saveActive,
  savePositions,
  savePreset,
  updatePreset,
} from './presets.repository.ts';

type Change<C> = { name?: string; shared?: boolean; content?: C };

/**
 * The use cases of one kind of presets. A person owns their presets; sharing one with the space needs `rightToShare`; changing
 * another person's shared preset needs the right to manage the space. Stored content is parsed by `read` again. `taken` refuses a name that
 * anybody in the space has; without it only the owner's own names are taken. With `each`, every preset is active or not by itself,
 * whatever target is named. People make them by hand, as many as there is room for, unless they are `unlimited`.
 */
export function presetsOf<C>(
  kind: string,
  read: (content: unknown) => C,
  { taken, each = false, unlimited = false }: { taken?: ErrorCode; each?: boolean; unlimited?: boolean } = {},
) {
  const keyOf = (context: Context, target: string) => ({ space_id: context.spaceId, user_id: context.userId, kind, target });
  const targetOf = (id: number, target: string): string => (each ? String(id) : target);

  async function mustFind(context: Context, db: Db, id: number) {
    const preset = await findPreset(db, context.spaceId, kind, id);
    if (!preset || (preset.owner_id !== context.userId && !preset.shared)) fail('preset.not_found', { id });
    return preset;
  }
  async function mustOwn(context: Context, db: Db, id: number) {
    const preset = await mustFind(context, db, id);
    if (preset.owner_id !== context.userId && !context.can('space.manage')) fail('preset.not_yours', { name: preset.name });
    return preset;
  }
  function refuseSharing(context: Context, shared: boolean | undefined): void {
    if (shared && !context.can(rightToShare(kind))) fail('preset.may_not_share');
  }

  async function refuseTaken(tx: Tx, named: { spaceId: number; kind: string; ownerId: number; name: string; except: number }) {
    const { ownerId, ...anybody } = named;
    if (await isNameTaken(tx, taken ? anybody : { ...anybody, ownerId })) fail(taken ?? 'preset.name_taken', { name: named.name });
  }

  /** Refuses one more of its owner, or one more that everybody sees. */
  async function refuseTooMany(tx: Tx, { spaceId: space_id }: Context, where: { owner_id: number } | { shared: true }): Promise<void> {
    if (!unlimited) await requireRoom(tx, 'preset', { space_id, kind, ...where });
  }

  return {
    /** The caller's and the shared ones. */
    async list(context: Context, target: string) {
      const rows = await context.read((db) => listPresets(db, keyOf(context, target), each));
      return rows.map(({ id, name, shared, owner_id, owner, active, content }) => ({
        id,
        name,
        shared,
        own: owner_id === context.userId,
        owner,
        active,
        content: read(content),
      }));
    },
    /** One that the caller may use. */
    async content(context: Context, id: number): Promise<C> {
      return read((await context.read((db) => mustFind(context, db, id))).content);
    },
    /** The caller's own one of a name. */
    async own(context: Context, name: string) {
      const preset = await context.read((db) => findNamed(db, { spaceId: context.spaceId, kind, ownerId: context.userId }, name));
      return preset ? { id: preset.id, content: read(preset.content) } : null;
    },
    /** The caller's own ones without their content. */
    async names(context: Context) {
      return context.read((db) => listNames(db, { spaceId: context.spaceId, kind, ownerId: context.userId }));
    },
    /** Removes some of the caller's own. */
    async removeOwn(context: Context, ids: readonly number[]): Promise<void> {
      await context.write((tx) => deleteOwn(tx, { spaceId: context.spaceId, kind, ownerId: context.userId }, ids));
    },
    async create(context: Context, preset: { name: string; shared: boolean; content: C }): Promise<number> {
      refuseSharing(context, preset.shared);
      return context.write(async (tx) => {
        await refuseTaken(tx, { spaceId: context.spaceId, kind, ownerId: context.userId, name: preset.name, except: 0 });
        await refuseTooMany(tx, context, { owner_id: context.userId });
        if (preset.shared) await refuseTooMany(tx, context, { shared: true });
        const position = await countPresets(tx, { spaceId: context.spaceId, kind, ownerId: context.userId });
        return savePreset(tx, { space_id: context.spaceId, kind, owner_id: context.userId, position, ...preset });
      });
    },
    async update(context: Context, id: number, change: Change<C>): Promise<void> {
      refuseSharing(context, change.shared);
      await context.write(async (tx) => {
        const preset = await mustOwn(context, tx, id);
        if (change.name !== undefined)
          await refuseTaken(tx, { spaceId: context.spaceId, kind, ownerId: preset.owner_id, name: change.name, except: id });
        if (change.shared && !preset.shared) await refuseTooMany(tx, context, { shared: true });
        await updatePreset(tx, context.spaceId, id, change);
        if (change.shared === false) await deactivateForOthers(tx, context.spaceId, id, preset.owner_id);
      });
    },
    async remove(context: Context, id: number): Promise<void> {
      await context.write(async (tx) => {
        await mustOwn(context, tx, id);
        await deletePreset(tx, context.spaceId, id);
      });
    },
    async setActive(context: Context, id: number, target: string, active: boolean): Promise<void> {
      await context.write(async (tx) => {
        await mustFind(context, tx, id);
        await saveActive(tx, keyOf(context, targetOf(id, target)), active ? id : null);
      });
    },
    /** Puts one in another place among those of its owner. */
    async place(context: Context, id: number, index: number): Promise<void> {
      await context.write(async (tx) => {
        const { owner_id: ownerId } = await mustOwn(context, tx, id);
        const others = (await lockOrder(tx, { spaceId: context.spaceId, kind, ownerId })).filter((other) => other !== id);
        await savePositions(tx, context.spaceId, others.toSpliced(index, 0, id));
      });
    },
    /** None is active any longer. */
    async reset(context: Context, target: string): Promise<void> {
      await context.write((tx) => saveActive(tx, keyOf(context, target), null));
    },
  };
}

/** The routes that every kind of named settings has. */
export function presetHandlers<C>(presets: ReturnType<typeof presetsOf<C>>) {
  return {
    list: async (context: Context, { query }: { query: { target: string } }) => ({ items: await presets.list(context, query.target) }),
    create: async (context: Context, { body }: { body: { name: string; shared: boolean; content: C } }) => ({
      id: await presets.create(context, body),
    }),
    update: async (context: Context, { params, body }: { params: { id: number }; body: Change<C> }) => {
      await presets.update(context, params.id, body);
    },
    setActive: async (context: Context, { params, body }: { params: { id: number }; body: { target: string; active: boolean } }) => {
      await presets.setActive(context, params.id, body.target, body.active);
    },
    remove: async (context: Context, { params }: { params: { id: number } }) => {
      await presets.remove(context, params.id);
    },
  };
}
