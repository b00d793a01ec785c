import { SegmentedControl, Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChosenFlow, FlowAxisKind, Station } from './use-flow-choice.ts';

const BY_NAME = '';
const AXES: readonly FlowAxisKind[] = ['places', 'distance'];
const STATIONS: readonly Station[] = ['1000', '100', '0'];

/** What a cyclogram is drawn by: its axis with the attributes of it, and the lines. */
export function FlowSettings({ choice, setChoice, options, positions, flags, axis, station, placeBy, lineBy, distance }: ChosenFlow) {
  const { t } = useTranslation();
  if (!options.length) return null;
  const listOf = (from: typeof options) => from.map(({ id, name }) => ({ value: String(id), label: name }));
  const nameOf = (value: string | null): string | null => options.find(({ id }) => String(id) === value)?.name ?? null;
  const textOf = (id: number | null | undefined): string | null => (id === null || id === undefined ? null : String(id));
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('cyclogram.axis')}
        value={axis}
        data={AXES.map((value) => ({ value, label: t(`cyclogram.axis_${value}`) }))}
        onChange={(value) => setChoice({ ...choice, axis: value })}
      />
      {axis === 'places' ? (
        <Select
          size="xs"
          label={t('cyclogram.places')}
          data={listOf(options)}
          value={textOf(placeBy)}
          allowDeselect={false}
          onChange={(value) => setChoice({ ...choice, places: nameOf(value) })}
        />
      ) : (
        positions.length > 0 && (
          <>
            <Select
              size="xs"
              w={150}
              label={t('cyclogram.from_by')}
              placeholder={t('cyclogram.choose')}
              data={listOf(positions)}
              value={textOf(distance?.from)}
              allowDeselect={false}
              onChange={(value) => setChoice({ ...choice, from: nameOf(value) })}
            />
            <Select
              size="xs"
              w={150}
              label={t('cyclogram.to_by')}
              placeholder={t('cyclogram.as_points')}
              data={listOf(positions)}
              value={textOf(distance?.to)}
              clearable
              allowDeselect={false}
              onChange={(value) => setChoice({ ...choice, to: nameOf(value) })}
            />
            {flags.length > 0 && (
              <Select
                size="xs"
                w={150}
                label={t('cyclogram.block_by')}
                placeholder={t('cyclogram.as_lines')}
                data={listOf(flags)}
                value={textOf(distance?.block)}
                clearable
                allowDeselect={false}
                onChange={(value) => setChoice({ ...choice, block: nameOf(value) })}
              />
            )}
            <Select
              size="xs"
              w={110}
              label={t('cyclogram.station')}
              data={STATIONS.map((value) => ({ value, label: t(`cyclogram.station_${value}`) }))}
              value={station}
              allowDeselect={false}
              onChange={(value) => value && setChoice({ ...choice, station: value })}
            />
          </>
        )
      )}
      <Select
        size="xs"
        label={t('cyclogram.lines')}
        data={[{ value: BY_NAME, label: t('cyclogram.by_name') }, ...listOf(options)]}
        value={textOf(lineBy) ?? BY_NAME}
        allowDeselect={false}
        onChange={(value) => setChoice({ ...choice, lines: nameOf(value) })}
      />
      {distance && (
        <Switch
          size="xs"
          mb={6}
          label={t('cyclogram.turn_down')}
          checked={distance.down}
          onChange={(event) => setChoice({ ...choice, down: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
