import type { DayGridRow, HeldHours, LateFact } from '@gantry/contract';
import { DATA_MODES, type DataMode, type Day, dayOf, daysChanged, type Diff, parseMinute, type ResourceMeasure } from '@gantry/domain';
import type { DayValues } from '../day-values.queries.ts';

/** A tile: so many works in the order of the plan, so many days. */
export const TILE_ROWS = 256;
export const TILE_DAYS = 32;

/** A page of the day grid as the server answers it. */
export type DayGridPage = {
  revision: number;
  key_day: string;
  limits: DayValues['limits'];
  rows: readonly DayGridRow[];
  late: readonly LateFact[];
  held: readonly HeldHours[];
};
/** What a tile asks for: works from one on, days from one on. */
export type TileAsked = { offset: number; limit: number; from: Day; to: Day; measure: ResourceMeasure };

/** Sums of summaries of days from one on. */
export type SumsAsked = { ids: readonly number[]; from: Day; to: Day; measure: ResourceMeasure };

/** What is known of a series without its days, as the document of a page holds it. */
export type SeriesName = { itemId: number; measure: ResourceMeasure; mode: DataMode; isOnly: boolean };

/** Facts that count on another day than their own, by the days that they are of and that they count on. */
export type LateOfDay = LateFact;
/** Hours of a day that were approved in timesheets. */
export type HeldOfDay = Pick<HeldHours, 'name' | 'hours'>;
type Work = {
  modes: Record<DataMode, Map<Day, number | null>>;
  late: Map<Day, LateOfDay[]>;
  held: Map<Day, HeldOfDay[]>;
  short: DayGridRow | null;
};

export type DayTiles = {
  /** A value of a work on a day; undefined where it has not been read: it is asked for. */
  valueAt(itemId: number, day: Day, mode: DataMode): number | null | undefined;
  /** The sum of all works below a summary on a day; undefined where it has not been read: it is asked for. */
  sumAt(itemId: number, day: Day, mode: DataMode): number | null | undefined;
  /** Facts of a work that are of a day and count on another one, or the other way round. */
  lateAt(itemId: number, day: Day): readonly LateOfDay[];
  /** Hours of a day of a work that were approved in timesheets: nobody types over them. */
  heldAt(itemId: number, day: Day): readonly HeldOfDay[];
  /** What the server says of a work beside its days; null where it has not been read. */
  shortOf(itemId: number): DayGridRow | null;
  page(): Pick<DayGridPage, 'key_day' | 'limits'> | null;
  /** Shows values before the server has answered; what it refuses is taken back by `reread`. */
  expect(cells: Iterable<readonly [itemId: number, day: Day, mode: DataMode, value: number | null]>): void;
  /** Applies a change of the version; null means a gap: all tiles are dropped. */
  take(diff: Diff | null, seriesOf: (id: number) => SeriesName | null): void;
  /** Reloads the tiles of works and shows the known values until they arrive. */
  reread(itemIds: Iterable<number>): void;
  close(): void;
};

const WAIT_MS = 120;
/** Sums of a large plan cost the server more than a tile: the request waits until typing pauses. */
const SUMS_WAIT_MS = 1000;
const MOST_SUMMED_AT_ONCE = 100;
const NONE: readonly never[] = [];
const dayOfDate = (text: string): Day => dayOf(parseMinute(text) as number);
const append = <V>(lists: Map<Day, V[]>, day: Day, one: V): void => void lists.set(day, [...(lists.get(day) ?? []), one]);
const noDays = (): Record<DataMode, Map<Day, number | null>> => ({ plan: new Map(), fact: new Map(), approved_plan: new Map() });

/** Values by days of an open version, one measure, read tile by tile as they come into sight and kept up by what is pushed. */
export function createDayTiles({
  measure,
  worksInOrder,
  read,
  readSums,
  changed,
}: {
  measure: ResourceMeasure;
  /** Works in the order of the plan, as the server counts them. */
  worksInOrder(): readonly number[];
  read(asked: TileAsked): Promise<DayGridPage>;
  readSums(asked: SumsAsked): Promise<{ rows: readonly Pick<DayGridRow, 'item_id' | 'plan' | 'fact' | 'approved'>[] }>;
  changed(): void;
}): DayTiles {
  const works = new Map<number, Work>();
  /** Tiles that were asked for, by the number of the last asking. */
  const asked = new Map<string, number>();
  const wanted = new Set<string>();
  let order: readonly number[] = [];
  let placeOf = new Map<number, number>();
  let page: Pick<DayGridPage, 'key_day' | 'limits'> | null = null;
  let timer = 0;
  let asking = 0;
  const sums = openSumsInSight({ measure, readSums, changed, isClosed: () => closed });
  let closed = false;

  const work = (id: number): Work => {
    const known = works.get(id) ?? { modes: noDays(), late: new Map(), held: new Map(), short: null };
    works.set(id, known);
    return known;
  };
  const place = (id: number): number => {
    const now = worksInOrder();
    if (now !== order) {
      order = now;
      placeOf = new Map(now.map((one, at) => [one, at]));
    }
    return placeOf.get(id) ?? -1;
  };
  const tileOf = (at: number, day: Day): string => `${Math.floor(at / TILE_ROWS)} ${Math.floor(day / TILE_DAYS)}`;
  const later = (wait: number): void => {
    if (timer === 0 && !closed) timer = window.setTimeout(fetchWanted, wait);
  };

  function fetchWanted(): void {
    timer = 0;
    for (const tile of wanted) void fetchTile(tile);
    wanted.clear();
  }

  async function fetchTile(tile: string): Promise<void> {
    const [rows, days] = tile.split(' ').map(Number);
    const number = ++asking;
    asked.set(tile, number);
    const from = days * TILE_DAYS;
    try {
      const got = await read({ offset: rows * TILE_ROWS, limit: TILE_ROWS, from, to: from + TILE_DAYS - 1, measure });
      if (closed || asked.get(tile) !== number) return;
      page = got;
      for (const row of got.rows) {
        const known = work(row.item_id);
        known.short = row;
        const values = { plan: row.plan, fact: row.fact, approved_plan: row.approved };
        for (const mode of DATA_MODES) for (const [at, value] of values[mode].entries()) known.modes[mode].set(from + at, value);
        for (let day = from; day < from + TILE_DAYS; day += 1) for (const beside of [known.late, known.held]) beside.delete(day);
      }
      const isInTile = (day: Day): boolean => day >= from && day < from + TILE_DAYS;
      for (const one of got.late)
        for (const day of new Set([dayOfDate(one.of_day), dayOfDate(one.day)])) if (isInTile(day)) append(work(one.item_id).late, day, one);
      for (const one of got.held) append(work(one.item_id).held, dayOfDate(one.day), one);
      changed();
    } catch {
      // The error handler has told it; the tile is asked for again when it is next in sight.
      if (asked.get(tile) === number) asked.delete(tile);
    }
  }

  return {
    valueAt(itemId, day, mode) {
      const at = place(itemId);
      const tile = tileOf(at, day);
      if (at >= 0 && !asked.has(tile) && !wanted.has(tile)) {
        wanted.add(tile);
        later(0);
      }
      return works.get(itemId)?.modes[mode].get(day);
    },
    sumAt: (itemId, day, mode) => sums.at(itemId, day, mode),
    lateAt: (itemId, day) => works.get(itemId)?.late.get(day) ?? NONE,
    heldAt: (itemId, day) => works.get(itemId)?.held.get(day) ?? NONE,
    shortOf: (itemId) => works.get(itemId)?.short ?? null,
    page: () => page,
    expect(cells) {
      for (const [itemId, day, mode, value] of cells) work(itemId).modes[mode].set(day, value);
      changed();
    },
    take(diff, seriesOf) {
      if (!diff) {
        works.clear();
        asked.clear();
        sums.reread();
        return changed();
      }
      const touched = new Set<number>();
      for (const row of [...(diff.daySeries?.added ?? []), ...(diff.daySeries?.removed ?? [])])
        if (row.measure === measure) touched.add(row.itemId);
      for (const { id, after } of diff.daySeries?.updated ?? []) {
        const series = seriesOf(id);
        if (!series || series.measure !== measure) continue;
        touched.add(series.itemId);
        if (series.isOnly && after.days)
          for (const [day, value] of daysChanged(after.days)) {
            const days = work(series.itemId).modes[series.mode];
            if (days.has(day)) days.set(day, value);
          }
      }
      const isReshaped = (diff.wbs?.added.length ?? 0) + (diff.wbs?.removed.length ?? 0) > 0;
      if (isReshaped) asked.clear();
      if (touched.size || isReshaped) sums.reread();
      if (touched.size) this.reread(touched);
      if (touched.size || isReshaped) changed();
    },
    reread(itemIds) {
      const blocks = new Set([...itemIds].map((id) => String(Math.floor(place(id) / TILE_ROWS))));
      for (const tile of asked.keys()) if (blocks.has(tile.split(' ')[0])) wanted.add(tile);
      later(WAIT_MS);
    },
    close() {
      closed = true;
      window.clearTimeout(timer);
    },
  };
}

type SumsInSight = Pick<Parameters<typeof createDayTiles>[0], 'measure' | 'readSums' | 'changed'> & { isClosed(): boolean };

/** Sums of summaries that are too large to be added up in the page: those in sight are asked for together, and stay until newer ones arrive. */
function openSumsInSight({ measure, readSums, changed, isClosed }: SumsInSight) {
  const known = new Map<string, Record<DataMode, readonly (number | null)[]>>();
  const asked = new Set<string>();
  const wanted = new Map<number, Set<number>>();
  let timer = 0;
  let round = 0;
  const later = (wait: number): void => {
    window.clearTimeout(timer);
    if (!isClosed()) timer = window.setTimeout(fetchWanted, wait);
  };
  function fetchWanted(): void {
    timer = 0;
    for (const [window, ids] of wanted) {
      const list = [...ids];
      while (list.length) void fetchSums(window, list.splice(0, MOST_SUMMED_AT_ONCE), round);
    }
    wanted.clear();
  }
  async function fetchSums(window: number, ids: readonly number[], ofRound: number): Promise<void> {
    const from = window * TILE_DAYS;
    try {
      const { rows } = await readSums({ ids, from, to: from + TILE_DAYS - 1, measure });
      if (isClosed() || ofRound !== round) return;
      for (const { item_id: id, plan, fact, approved } of rows) known.set(`${id} ${window}`, { plan, fact, approved_plan: approved });
      changed();
    } catch {
      // Told by the error handler; asked for again when it is next in sight.
      for (const id of ids) asked.delete(`${id} ${window}`);
    }
  }
  return {
    at(itemId: number, day: Day, mode: DataMode): number | null | undefined {
      const window = Math.floor(day / TILE_DAYS);
      const key = `${itemId} ${window}`;
      if (!asked.has(key)) {
        asked.add(key);
        const ids = wanted.get(window) ?? new Set();
        wanted.set(window, ids.add(itemId));
        if (!known.has(key)) later(0);
        else if (timer === 0) later(SUMS_WAIT_MS);
      }
      return known.get(key)?.[mode][day - window * TILE_DAYS];
    },
    /** What is shown is asked for again when it is painted next, after a while. */
    reread(): void {
      asked.clear();
      round += 1;
    },
  };
}
