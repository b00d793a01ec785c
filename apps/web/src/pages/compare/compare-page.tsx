import { MultiSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsDiff, IconSearch } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVersionsOf } from '../../features/planning/versions/versions.queries.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { ChartView } from './chart-view.tsx';
import classes from './compare-page.module.css';
import { NarrativeView } from './narrative-view.tsx';
import { TableView } from './table-view.tsx';
import { ValuesView } from './values-view.tsx';

const MOST = 8;
const VIEWS = { table: TableView, chart: ChartView, values: ValuesView, narrative: NarrativeView } as const;
type View = keyof typeof VIEWS;

/** Versions of a schedule side by side: what is not the same as a table, as bars, and by days. */
export function ComparePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { spaceId: space, scheduleId: schedule } = useParams({ strict: false }) as { spaceId: string; scheduleId: string };
  const { versions: asked, view: named } = useSearch({ strict: false }) as { versions?: string; view?: string };
  const [spaceId, scheduleId] = [Number(space), Number(schedule)];
  const versionIds = (asked ?? '').split(',').map(Number).filter(Boolean);
  const view: View = named && named in VIEWS ? (named as View) : 'table';
  const versions = useVersionsOf(scheduleId).data?.versions;
  const list = versions ?? [];
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const go = (change: { versions?: string; view?: View }) =>
    void navigate({
      to: '/$spaceId/compare/$scheduleId',
      params: { spaceId: space, scheduleId: schedule },
      search: { versions: asked, ...(view === 'table' ? {} : { view }), ...change },
      replace: true,
    });
  const Shown = VIEWS[view];
  // Whoever comes with one version alone means to hold it against the target, once: what is taken out afterwards stays out.
  const target = versions?.find(({ id, kind }) => kind === 'target' && !versionIds.includes(id))?.id;
  const offered = useRef(false);
  useEffect(() => {
    if (!versions || offered.current) return;
    offered.current = true;
    if (versionIds.length === 1 && target !== undefined) go({ versions: [target, versionIds[0]].join(',') });
  });

  return (
    <section className={classes.page}>
      <div className={classes.head}>
        <MultiSelect
          className={classes.versions}
          aria-label={t('compare.choose')}
          placeholder={versionIds.length < 2 ? t('compare.choose') : undefined}
          data={list.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={versionIds.map(String)}
          onChange={(ids) => go({ versions: ids.join(',') })}
          maxValues={MOST}
          searchable
        />
        <SegmentedControl
          size="xs"
          aria-label={t('compare.view')}
          value={view}
          onChange={(value) => go({ view: value })}
          data={(Object.keys(VIEWS) as View[]).map((value) => ({ value, label: t(`compare.as_${value}`) }))}
        />
        <TextInput
          className={classes.search}
          aria-label={t('compare.search')}
          placeholder={t('compare.search')}
          leftSection={<IconSearch size={16} stroke={1.5} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {versionIds.length < 2 ? (
        <div className={classes.body}>
          <MessagePage icon={IconArrowsDiff} title={t('compare.too_few')}>
            <p>{t('compare.choose_hint')}</p>
          </MessagePage>
        </div>
      ) : (
        <Shown spaceId={spaceId} scheduleId={scheduleId} versionIds={versionIds} search={search} />
      )}
    </section>
  );
}
