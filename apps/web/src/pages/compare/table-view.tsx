import type { DifferenceKind, DifferenceOrigin } from '@gantry/contract';
import { Button } from '@mantine/core';
import { IconEqual } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompareTable } from '../../features/planning/compare/compare-table.tsx';
import { type Comparison, fetchComparison, useComparison } from '../../features/planning/compare/compare.queries.ts';
import { formatCount } from '../../lib/numbers.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import classes from './compare-page.module.css';
import { KindChips, OriginPicker } from './kind-chips.tsx';
import { SaveMenu } from './save-menu.tsx';

/** What every view of a comparison gets. */
export type ViewProps = { spaceId: number; scheduleId: number; versionIds: number[]; search: string };

/** Every difference a line, with the value in each version. */
export function TableView({ spaceId, scheduleId, versionIds, search }: ViewProps) {
  const { t } = useTranslation();
  const [kinds, setKinds] = useState<DifferenceKind[]>([]);
  const [origin, setOrigin] = useState<DifferenceOrigin>('causes');
  const comparison: Comparison = { scheduleId, versionIds, kinds, origin, search };
  const { data, isFetching, hasNextPage, fetchNextPage } = useComparison(comparison);
  const [first] = data?.pages ?? [];
  const differences = data?.pages.flatMap((page) => page.differences) ?? [];
  return (
    <>
      <div className={classes.tools}>
        {first && <OriginPicker value={origin} onChange={setOrigin} counts={first.origins} />}
        {first && (
          <KindChips
            kinds={first.counts.map(({ kind, count }) => ({ kind, count, label: t(`compare.kind_${kind}`) }))}
            chosen={kinds}
            onChoose={setKinds}
          />
        )}
        <SaveMenu disabled={!first?.total} fetchFile={(format, language) => fetchComparison(comparison, format, language)} />
      </div>
      <div className={classes.body} aria-busy={isFetching}>
        {first && !first.total ? (
          <MessagePage icon={IconEqual} title={t('compare.none')}>
            <p>
              {t(first.origins.consequences && origin === 'causes' && !kinds.length ? 'compare.only_consequences' : 'compare.none_hint')}
            </p>
          </MessagePage>
        ) : (
          first && <CompareTable spaceId={spaceId} versions={first.versions} differences={differences} />
        )}
        {hasNextPage && (
          <Button variant="subtle" m="sm" loading={isFetching} onClick={() => void fetchNextPage()}>
            {t('compare.more')}
          </Button>
        )}
      </div>
      <StatusSlot>{first && <span>{t('compare.total', { count: first.total, shown: formatCount(first.total) })}</span>}</StatusSlot>
    </>
  );
}
