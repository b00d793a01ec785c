import { VALUE_CHANGES, VALUE_MEASURES, VALUE_SERIES, type ValueQuestion } from '@gantry/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { IconChartBar, IconEqual } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompareValues } from '../../features/planning/compare/compare-values.tsx';
import { fetchValues, useComparedValues, type ValueChange, type ValueComparison } from '../../features/planning/compare/compare.queries.ts';
import { formatCount } from '../../lib/numbers.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import classes from './compare-page.module.css';
import { KindChips } from './kind-chips.tsx';
import { SaveMenu } from './save-menu.tsx';
import type { ViewProps } from './table-view.tsx';

const SHOWN_PERIODS = ['day', 'week', 'month'] as const;
type Shown = (typeof SHOWN_PERIODS)[number];

/** What falls on each day, week or month in each version, and by how much they differ. */
export function ValuesView({ spaceId, scheduleId, versionIds, search }: ViewProps) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<ValueQuestion>({ measure: 'labour', series: 'plan', period: 'week' });
  const [changes, setChanges] = useState<ValueChange[]>([]);
  const comparison: ValueComparison = { ...question, scheduleId, versionIds, changes, search };
  const { data, isFetching, hasNextPage, fetchNextPage } = useComparedValues(comparison);
  const [first] = data?.pages ?? [];
  const choice = <W extends string>(name: keyof ValueQuestion, words: readonly W[], value: W, choose: (value: W) => void) => {
    const label = (text: string): string => t(`compare.${text}`);
    return (
      <SegmentedControl
        size="xs"
        aria-label={label(name)}
        value={value}
        onChange={choose}
        data={words.map((word) => ({ value: word, label: label(`${name}_${word}`) }))}
      />
    );
  };
  const differing = first?.totals.some(({ change }) => change !== 'same') || (first?.total ?? 0) > 0;
  return (
    <>
      <div className={classes.tools}>
        <div className={classes.choices}>
          {choice('measure', VALUE_MEASURES, question.measure, (measure) => setQuestion({ ...question, measure }))}
          {choice('series', VALUE_SERIES, question.series, (series) => setQuestion({ ...question, series }))}
          {choice('period', SHOWN_PERIODS, question.period as Shown, (period) => setQuestion({ ...question, period }))}
          <KindChips
            kinds={VALUE_CHANGES.map((change) => ({
              kind: change,
              label: t(`compare.change_${change}`),
              count: first?.counts[change],
            }))}
            chosen={changes}
            onChoose={setChanges}
          />
        </div>
        <SaveMenu disabled={!first?.totals.length} fetchFile={(format, language) => fetchValues(comparison, format, language)} />
      </div>
      <div className={classes.body} aria-busy={isFetching}>
        {first && !first.totals.length && (
          <MessagePage icon={IconChartBar} title={t('compare.no_values')}>
            <p>{t('compare.no_values_hint')}</p>
          </MessagePage>
        )}
        {first && first.totals.length > 0 && !differing && (
          <p className={classes.note}>
            <IconEqual size={16} stroke={1.5} /> {t('compare.same_values')}
          </p>
        )}
        {first && first.totals.length > 0 && (
          <CompareValues
            spaceId={spaceId}
            versions={first.versions}
            period={question.period}
            lines={[...first.totals, ...(data?.pages.flatMap(({ lines }) => lines) ?? [])]}
          />
        )}
        {hasNextPage && (
          <Button variant="subtle" m="sm" loading={isFetching} onClick={() => void fetchNextPage()}>
            {t('compare.more')}
          </Button>
        )}
      </div>
      <StatusSlot>{first && <span>{t('compare.total_lines', { count: first.total, shown: formatCount(first.total) })}</span>}</StatusSlot>
    </>
  );
}
