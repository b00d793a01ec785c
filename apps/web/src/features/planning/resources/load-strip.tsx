import type { Histogram } from '@gantry/scene';
import { parseMinute } from '@gantry/domain';
import { Popover, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChartHistogram } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { useUiState } from '../../access/preferences/preferences.queries.ts';
import { ALL_HOURS, stripOf, stripPeriod } from '@gantry/plan-view';
import { loadsOf, useVersionLoad } from './resources.load.queries.ts';

/** A plan is edited faster than its load is worth counting. */
const WAIT_MS = 1500;

export type LoadStrip = {
  histogram: Histogram | null;
  chosen: string | null;
  choose(key: string | null): void;
  choices: { value: string; label: string }[];
  /** Why there is no load. */
  refused?: Error | null;
};

/** The load under the chart of an open version, as the person left it. */
export function useLoadStrip(spaceId: number, versionId: number, revision: number, pixelsPerDay: number): LoadStrip {
  const { t } = useTranslation();
  const [{ key: chosen }, setKept] = useUiState<{ key: string | null }>(spaceId, 'schedule', 'load-strip', { key: null });
  const [settled] = useDebouncedValue(revision, WAIT_MS);
  const [days, setDays] = useState<number | null>(null);
  const period = stripPeriod(pixelsPerDay, days);
  const { data, error } = useVersionLoad(versionId, chosen === null ? null : settled, period);
  const [from, to] = [data?.extent?.from, data?.extent?.to].map((day) => (day ? (parseMinute(`${day}T00:00`) as number) / 1440 : null));
  const extent = from != null && to != null ? to - from : null;
  if (extent !== null && extent !== days) setDays(extent);
  const histogram = useMemo(
    () =>
      data && chosen !== null
        ? stripOf(data, chosen, {
            all: t('resource.strip_all'),
            format: (value) => formatNumber(value, { decimals: value && Math.abs(value) < 10 ? 1 : 0 }),
          })
        : null,
    [data, chosen, t],
  );
  const choices = [{ value: ALL_HOURS, label: t('resource.strip_all') }, ...loadsOf(data)];
  return { histogram, chosen, choose: (key) => setKept({ key }), choices, refused: error };
}

/** Chooses whose load stands under the chart. */
export function LoadStripTool({ strip: { histogram, chosen, choose, choices, refused } }: { strip: LoadStrip }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const toggle = (): void => {
    if (!open && chosen === null) choose(ALL_HOURS);
    setOpen(!open);
  };
  return (
    <Popover opened={open} onChange={setOpen} width={300} position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          icon={IconChartHistogram}
          label={t('resource.strip')}
          variant={chosen === null ? 'subtle' : 'light'}
          aria-expanded={open}
          onClick={toggle}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Select
          size="xs"
          data-autofocus
          label={t('resource.strip_of')}
          placeholder={t('resource.strip_none')}
          clearable
          searchable
          limit={200}
          comboboxProps={{ withinPortal: false }}
          value={chosen !== null && choices.some(({ value }) => value === chosen) ? chosen : null}
          data={choices}
          onChange={choose}
        />
        {chosen !== null && !histogram && (
          <Text size="xs" c="dimmed" mt={6} role="status">
            {refused ? refusalText(refused, t) : t('resource.strip_empty')}
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
