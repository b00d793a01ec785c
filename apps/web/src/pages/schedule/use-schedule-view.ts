import { type GridLayout, gridLayout, type RowGrouping, type SavedLayout } from '@gantry/contract';
import { MONEY_COLUMNS, type RowCondition, type RowFilter } from '@gantry/domain';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../lib/person-name.ts';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useSpecialties } from '../../features/catalog/specialties/specialties.queries.ts';
import { useMembers } from '../../features/access/spaces/spaces.queries.ts';
import { useInheritedIndicators, useScheduleIndicators } from '../../features/catalog/indicators/indicators.queries.ts';
import type { ConditionColumn } from '../../ui/conditions/conditions.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { useFilters } from '../../features/planning/filters/filters.queries.ts';
import { useGroupings } from '../../features/planning/grouping/grouping.queries.ts';
import { useLayouts } from '../../features/planning/layouts/layouts.queries.ts';
import {
  type OwnLook,
  partedChange,
  type ScheduleSession,
  type Shape,
  useUsualLayout,
  useShown,
  useReadOnlyColumns,
} from '../../features/planning/wbs/wbs.queries.ts';
import {
  attachIndicators,
  attributesKey,
  choicesOf,
  type ColumnInfo,
  columnInfos,
  type OutsideColumn,
  type ScheduleView,
  titleOf,
  valueOf,
} from '@gantry/plan-view';
import { useGivenValues } from '../../features/planning/wbs/wbs.given.queries.ts';
import { formatNumber, moneyTitle } from '../../lib/numbers.ts';
import { monthNames } from '../../lib/dates.ts';
import type { Presets } from '../../lib/storage/presets.ts';
import { shortDate } from '../../ui/gantt/labels.ts';
import type { FigureSource } from '../../features/insight/analytics/analytics.queries.ts';
import { useFigureFilter } from './use-figure-filter.ts';
import { useIndicatorFilter } from './use-indicator-filter.ts';

const NO_LOOK: OwnLook = {};
const NO_INFOS: ColumnInfo[] = [];
const NO_INDICATORS: never[] = [];
const NO_OUTSIDE: readonly OutsideColumn[] = [];
const NO_COLUMNS: ReadonlySet<string> = new Set();

/** Settings in effect: chosen on this page, else named in the address, else the active ones. */
function useChosen<C>(presets: Presets<C>, named: number | null) {
  const [own, setOwn] = useState<{ content: C | null; presetId: number | null } | null>(null);
  const preset = presets.items.find(({ id }) => id === named) ?? presets.active;
  const current = own ?? { content: preset?.content ?? null, presetId: preset?.id ?? null };
  const choose = (content: C | null, presetId: number | null): void => {
    setOwn({ content, presetId });
    if (presetId !== (presets.active?.id ?? null)) void presets.activate(presetId);
  };
  return { ...current, choose };
}

/** A filter under conditions that must hold besides. */
function within(filter: RowFilter | null, conditions: readonly (RowCondition | null | undefined)[]): RowFilter | null {
  const besides = conditions.filter((one) => one !== null && one !== undefined);
  if (!besides.length) return filter;
  return { join: 'and', conditions: filter ? [...besides, { join: filter.join, conditions: filter.conditions }] : besides };
}

/**
 * How rows are looked at: layout, filter, grouping, and what comes of them; `without` names columns that they do not have. Rows of a whole
 * project are judged by the indicators that its schedules inherit. `outside` are the columns that are attached to the document.
 */
export function useScheduleView(
  spaceId: number,
  scheduleId: number | null,
  session: (Pick<ScheduleSession, 'onPatch'> & { versionId?: number; source?: FigureSource }) | null,
  view: ScheduleView | null,
  filterId: number | null,
  without: ReadonlySet<string> = NO_COLUMNS,
  projectId: number | null = null,
  outside: readonly OutsideColumn[] = NO_OUTSIDE,
) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const target = String(scheduleId ?? '');
  const usual = useUsualLayout();
  const [kept, setKept] = useUiState<GridLayout>(spaceId, 'schedule', 'layout', usual);
  const [ownLook, setOwnLook] = useUiState<OwnLook>(spaceId, 'schedule', `look-${target}`, NO_LOOK);
  const read = useMemo(() => gridLayout.safeParse({ ...kept, ...ownLook }), [kept, ownLook]);
  const layout = read.success ? read.data : usual;
  const latest = useRef({ layout, ownLook });
  latest.current = { layout, ownLook };
  const setLayout = (change: Partial<GridLayout>): void => {
    const { own, shared } = partedChange(change);
    if (Object.keys(own).length) setOwnLook({ ...latest.current.ownLook, ...own });
    if (Object.keys(shared).length) setKept({ ...latest.current.layout, ...shared });
  };

  const members = useMembers(spaceId);
  const people = useMemo(() => (members ?? []).map((person) => ({ value: person.id, label: personName(person) })), [members]);
  // Cells offer those who carry out works; a filter offers everybody who may stand in a row.
  const specialties = useSpecialties(spaceId);
  const all = useMemo(
    () => ({ people, specialties: (specialties ?? []).map(({ id, name }) => ({ value: id, label: name })) }),
    [people, specialties],
  );
  const offered = useMemo(
    () => ({
      ...all,
      people: people.map((person) => ({
        ...person,
        executor: members?.some(({ id, executor }) => id === person.value && executor),
        specialties: (specialties ?? []).flatMap(({ id, people: able }) => (able.some((one) => one.user_id === person.value) ? [id] : [])),
      })),
    }),
    [all, people, members, specialties],
  );
  const filterPresets = useFilters(spaceId, target);
  const groupPresets = useGroupings(spaceId, target);
  const layoutPresets = useLayouts(spaceId);
  const filtering = useChosen<RowFilter>(filterPresets, filterId);
  const grouping = useChosen<RowGrouping>(groupPresets, null);

  useGivenValues(session, view);
  const ofSchedule = useScheduleIndicators(spaceId, scheduleId).data?.indicators;
  const ofProject = useInheritedIndicators(spaceId, projectId).data?.indicators;
  const indicators = ofSchedule ?? ofProject;
  const judging = useIndicatorFilter(indicators);
  const document = view?.document ?? null;
  const [versionId, revision] = [session?.versionId, document?.revision ?? 0];
  const source = useMemo<FigureSource | null>(() => {
    if (versionId === undefined) return null;
    return { nodeId: null, versions: [{ schedule_id: null, version_id: versionId, revision }], itemOf: (_, row) => row };
  }, [versionId, revision]);
  const figure = useFigureFilter(session?.source ?? source);
  const attributes = document ? attributesKey(document) : '';
  const readOnly = useReadOnlyColumns(session?.versionId ?? null, attributes);
  const money = useRightAt(spaceId, scheduleId)('cost.read');
  const infos = useMemo(
    () => {
      if (!document) return NO_INFOS;
      attachIndicators(document, indicators ?? NO_INDICATORS);
      const nameOf = (id: number): string => indicators?.find((one) => one.id === id)?.name ?? '';
      return columnInfos(document, t, nameOf, readOnly)
        .filter(({ id }) => !without.has(id) && (money || !MONEY_COLUMNS.has(id)))
        .map((info) => (info.type === 'money' ? { ...info, title: moneyTitle(info.title) } : info));
    },
    // The document is changed in place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [document, t, attributes, indicators, readOnly, without, money, outside],
  );
  const latestView = useRef(view);
  latestView.current = view;
  const day = view?.times.minutesPerDay(0) ?? 480;
  const texts = useMemo(
    () => ({
      t: (key: string, values?: Record<string, unknown>) => t(key, values ?? {}),
      date: shortDate,
      number: (value: number, decimals: number) => formatNumber(value, { decimals }),
    }),
    [t],
  );
  const conditionColumns = useMemo<ConditionColumn[]>(
    () =>
      infos.map((info) => ({
        ...info,
        options: choicesOf(info, () => latestView.current as ScheduleView, texts, all),
      })),
    [infos, texts, all],
  );
  const words = useMemo(
    () => ({
      language,
      t: (key: string, values?: Record<string, unknown>) => t(key, values ?? {}),
      date: shortDate,
      monthYear: (month: number, year: number) => `${monthNames(language).long[month - 1]} ${year}`,
      number: (value: number) => formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 }),
      person: (id: number) => people.find(({ value }) => value === id)?.label ?? `#${id}`,
      specialty: (id: number) => all.specialties.find(({ value }) => value === id)?.label ?? `#${id}`,
      calendar: (id: number) => (latestView.current ? (valueOf(latestView.current.document, 'calendar', id, 'name') ?? '') : ''),
      minutesPerDay: day,
    }),
    [language, t, people, all, day],
  );
  const wanted = useMemo<Shape>(
    () => ({
      filter: within(filtering.content, [judging.condition, figure?.condition]),
      sort: layout.sort,
      grouping: grouping.content,
    }),
    [filtering.content, judging, figure, layout.sort, grouping.content],
  );
  const colouredBy = useMemo(() => indicators?.find(({ id }) => id === layout.colourBy) ?? null, [indicators, layout.colourBy]);
  const { shown, busy } = useShown(session, view, wanted, infos, words);

  return {
    layout,
    setLayout,
    layoutPresets,
    choosePresetLayout: (saved: SavedLayout | null, presetId: number | null) => {
      const chosen: SavedLayout = saved ?? usual;
      const { filter, grouping: groups, ...content } = chosen;
      if (filter !== undefined) filtering.choose(filter, null);
      if (groups !== undefined) grouping.choose(groups, null);
      setKept(content);
      setOwnLook(partedChange(content).own);
      if (presetId !== (layoutPresets.active?.id ?? null)) void layoutPresets.activate(presetId);
    },
    choices: offered,
    infos,
    texts,
    conditionColumns,
    form: { minutesPerDay: day },
    filterPresets,
    judging,
    figure: figure && { ...figure, row: document && figure.figure.below !== undefined ? titleOf(document, figure.figure.below) : '' },
    /** The filter in effect, with what the address narrows it to. */
    narrowed: wanted.filter,
    indicators: indicators ?? NO_INDICATORS,
    colouredBy,
    filter: filtering.content,
    filterPresetId: filtering.presetId,
    setFilter: filtering.choose,
    groupPresets,
    grouping: grouping.content,
    groupPresetId: grouping.presetId,
    setGrouping: grouping.choose,
    shown,
    busy,
  };
}

export type ScheduleLook = ReturnType<typeof useScheduleView>;
