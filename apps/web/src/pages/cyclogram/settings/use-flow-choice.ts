import { attributeOfColumn, optionsOfAttribute } from '@gantry/domain';
import {
  attributeColumns,
  attributesKey,
  type Chainage,
  type DistanceChoice,
  firstPlaceAttribute,
  rowOf,
  type ScheduleDocument,
} from '@gantry/plan-view';
import { useMemo } from 'react';
import { useUiState } from '../../../features/access/preferences/preferences.queries.ts';

/** What the axis of places is made of: the values of an attribute, or real distance. */
export type FlowAxisKind = 'places' | 'distance';
/** How positions are written: metres before the plus, 0 for plain numbers. */
export type Station = '1000' | '100' | '0';

/** Kept by names: another version of a schedule has the same attributes under other ids. */
export type FlowChoice = {
  places: string | null;
  lines: string | null;
  leastDays?: number;
  axis?: FlowAxisKind;
  from?: string | null;
  to?: string | null;
  block?: string | null;
  station?: Station;
  /** Time runs down. */
  down?: boolean;
};
const NOTHING_CHOSEN: FlowChoice = { places: null, lines: null };
const STATIONS: Record<Station, Chainage['station']> = { '1000': 1000, '100': 100, '0': null };

type Option = { id: number; name: string; type: string; unit: string };
export type ChosenFlow = ReturnType<typeof useFlowChoice>;

/** What a person chose to see in cyclograms, and what of it an open version has. */
export function useFlowChoice(spaceId: number, document: ScheduleDocument | null) {
  const [choice, setChoice] = useUiState<FlowChoice>(spaceId, 'schedule', 'cyclogram', NOTHING_CHOSEN);
  const attributes = document ? attributesKey(document) : '';
  const options = useMemo(
    () =>
      document
        ? attributeColumns(document).map(({ id: column, title, type }): Option => {
            const id = attributeOfColumn(column) ?? 0;
            return { id, name: title, type, unit: optionsOfAttribute(rowOf(document, 'attribute', id)?.options).unit ?? '' };
          })
        : [],
    // The document is changed in place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [document, attributes],
  );
  const find = (name: string | null | undefined): Option | null => options.find((option) => option.name === name) ?? null;
  const axis = choice.axis ?? 'places';
  const [from, to, block, station] = [find(choice.from), find(choice.to), find(choice.block), choice.station ?? '1000'];
  const down = choice.down ?? false;
  const ids = options.map(({ id }) => id);
  // What milestones alone have makes no line.
  const usualPlace = (document && firstPlaceAttribute(document, ids)) ?? ids[0] ?? null;
  const distance = useMemo<DistanceChoice | null>(
    () =>
      axis === 'distance' && from
        ? { from: from.id, to: to?.id ?? null, block: block?.id ?? null, chainage: { station: STATIONS[station], unit: from.unit }, down }
        : null,
    [axis, from, to, block, station, down],
  );
  return {
    choice,
    setChoice,
    options,
    /** Attributes that may hold a position, and flags. */
    positions: options.filter(({ type }) => type === 'number' || type === 'string'),
    flags: options.filter(({ type }) => type === 'flag'),
    axis,
    station,
    /** The attribute of the places; null over distance. */
    placeBy: axis === 'places' ? (find(choice.places)?.id ?? usualPlace) : null,
    lineBy: find(choice.lines)?.id ?? null,
    distance,
  };
}
