/** What people do on a day in an office, how often each, and how it is done. */

import { api } from '@gantry/contract';
import type { Caller } from '../../../e2e/caller.ts';
import { openPage } from '../../../bench/live/page.ts';

/** A version that people work on, by any of the servers; `otherId` is one to compare it with. */
export type Place = {
  callers: readonly Caller[];
  urls: readonly string[];
  token: string;
  spaceId: number;
  scheduleId: number;
  versionId: number;
  otherId: number;
  itemIds: readonly number[];
};
/** An edit that was acknowledged: what it wrote, and where it says it stands. */
export type Acknowledged = { versionId: number; mark: string; revision: number };
type Action = (place: Place, at: { caller: Caller; url: string; random: () => number; mark: string }) => Promise<Acknowledged | void>;

const one = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)];

const READS: Action[] = [
  (place, { caller }) => caller.call(api.wbs.list, { params: { id: place.versionId } }).then(() => undefined),
  (place, { caller, random }) =>
    caller.call(api.wbs.get, { params: { id: place.versionId, wbsId: one(place.itemIds, random) } }).then(() => undefined),
  (place, { caller, random }) =>
    caller.call(api.wbs.byIds, { params: { id: place.versionId }, body: { ids: [one(place.itemIds, random)] } }).then(() => undefined),
  (place, { caller }) => caller.call(api.timetable.state, { params: { id: place.versionId } }).then(() => undefined),
];

/** Parts of a day in per cent, as those of a large installation of Jira, and what is done. */
export const DAY: Record<string, { percent: number; act: Action }> = {
  read: { percent: 46, act: (place, at) => one(READS, at.random)(place, at) },
  edit: {
    percent: 22,
    async act(place, { caller, random, mark }) {
      const params = { id: place.versionId, wbsId: one(place.itemIds, random) };
      const body = { name: mark, duration_minutes: 480 * (1 + Math.floor(random() * 5)) };
      const { revision } = await caller.call(api.wbs.update, { params, body });
      return { versionId: place.versionId, mark, revision };
    },
  },
  open: {
    percent: 8,
    async act(place, { caller, url }) {
      const params = { id: place.versionId };
      const page = await openPage(url, place.token, place);
      await Promise.all([
        caller.call(api.versions.get, { params }),
        caller.call(api.wbs.columns, { params }),
        caller.call(api.wbs.list, { params }),
        caller.call(api.relations.list, { params }),
      ]).finally(() => page.close());
    },
  },
  structure: {
    percent: 7,
    async act(place, { caller, mark }) {
      const params = { id: place.versionId };
      const { id, revision } = await caller.call(api.wbs.create, { params, body: { parent_id: null, item: { name: mark } } });
      await caller.call(api.wbs.remove, { params: { ...params, wbsId: id } });
      return { versionId: place.versionId, mark, revision };
    },
  },
  history: {
    percent: 6,
    async act(place, { caller, random }) {
      if (random() < 0.5) await caller.call(api.edits.list, { params: { id: place.versionId } });
      else
        await caller.call(api.compare.compare, {
          params: { id: place.scheduleId },
          body: { version_ids: [place.versionId, place.otherId] },
        });
    },
  },
  relations: {
    percent: 4,
    async act(place, { caller, random }) {
      const first = Math.floor(random() * (place.itemIds.length - 1));
      const after = first + 1 + Math.floor(random() * (place.itemIds.length - first - 1));
      const params = { id: place.versionId };
      const ends = { predecessor_id: place.itemIds[first], successor_id: place.itemIds[after] };
      const { id } = await caller.call(api.relations.create, { params, body: ends });
      await caller.call(api.relations.remove, { params: { ...params, relationId: id } });
    },
  },
  undo: {
    percent: 4,
    async act(place, { caller }) {
      const params = { id: place.versionId };
      await caller.call(api.edits.undo, { params, body: {} });
      await caller.call(api.edits.redo, { params, body: {} });
    },
  },
  calculate: {
    percent: 2,
    act: (place, { caller }) =>
      caller.call(api.timetable.calculateNow, { params: { id: place.versionId }, body: {} }).then(() => undefined),
  },
  copies: {
    percent: 1,
    async act(place, { caller, random, mark }) {
      if (random() < 0.5) {
        await caller.call(api.exports.version, { params: { id: place.versionId, x: 'csv' }, body: {} });
        return;
      }
      const params = { id: place.versionId, scheduleId: place.scheduleId };
      const { id } = await caller.call(api.versions.copyTo, { params, body: { name: mark } });
      if (id !== null) await caller.call(api.versions.remove, { params: { id } });
    },
  },
};
