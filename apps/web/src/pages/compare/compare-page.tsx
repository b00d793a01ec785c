import type { DifferenceKind } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import { Button, Chip, Menu, MultiSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsDiff, IconDownload, IconEqual, IconSearch } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompareTable } from '../../features/planning/compare/compare-table.tsx';
import { type Comparison, fetchComparison, useComparison } from '../../features/planning/compare/compare.queries.ts';
import { useVersionsOf } from '../../features/planning/versions/versions.queries.ts';
import { formatCount } from '../../lib/numbers.ts';
import { MessagePage } from '../../ui/message-page.tsx';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import classes from './compare-page.module.css';

const MOST = 8;

/** Versions of a schedule side by side: what is not the same, by kind. */
export function ComparePage() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { spaceId: space, scheduleId: schedule } = useParams({ strict: false }) as { spaceId: string; scheduleId: string };
  const { versions: asked } = useSearch({ strict: false }) as { versions?: string };
  const [spaceId, scheduleId] = [Number(space), Number(schedule)];
  const versionIds = (asked ?? '').split(',').map(Number).filter(Boolean);
  const list = useVersionsOf(scheduleId).data?.versions ?? [];
  const [kinds, setKinds] = useState<DifferenceKind[]>([]);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const comparison: Comparison = { scheduleId, versionIds, kinds, search };
  const { data, isFetching, hasNextPage, fetchNextPage } = useComparison(comparison);
  const [first] = data?.pages ?? [];

  const choose = (ids: string[]) =>
    void navigate({ to: `/${spaceId}/compare/${scheduleId}`, search: { versions: ids.join(',') } as never, replace: true });
  const save = async (format: 'csv' | 'xlsx') => {
    const blob = await fetchComparison(comparison, format, i18n.language as Language).catch(() => null);
    if (!blob) return;
    const link = Object.assign(document.createElement('a'), {
      href: URL.createObjectURL(blob),
      download: `${t('compare.title')}.${format}`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const differences = data?.pages.flatMap((page) => page.differences) ?? [];

  return (
    <section className={classes.page}>
      <div className={classes.head}>
        <MultiSelect
          className={classes.versions}
          aria-label={t('compare.choose')}
          placeholder={versionIds.length < 2 ? t('compare.choose') : undefined}
          data={list.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={versionIds.map(String)}
          onChange={choose}
          maxValues={MOST}
          searchable
        />
        <TextInput
          className={classes.search}
          aria-label={t('compare.search')}
          placeholder={t('compare.search')}
          leftSection={<IconSearch size={16} stroke={1.5} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" disabled={!first?.total} leftSection={<IconDownload size={16} stroke={1.5} />}>
              {t('compare.save')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void save('xlsx')}>{t('compare.export_xlsx')}</Menu.Item>
            <Menu.Item onClick={() => void save('csv')}>{t('compare.export_csv')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {first && first.counts.length > 0 && (
        <Chip.Group multiple value={kinds} onChange={(value) => setKinds(value)}>
          <div className={classes.kinds}>
            {first.counts.map(({ kind, count }) => (
              <Chip key={kind} value={kind} size="xs" variant="outline">
                {t(`compare.kind_${kind}`)} {formatCount(count)}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      )}
      <div className={classes.body} aria-busy={isFetching}>
        {versionIds.length < 2 ? (
          <MessagePage icon={IconArrowsDiff} title={t('compare.too_few')}>
            <p>{t('compare.choose_hint')}</p>
          </MessagePage>
        ) : first && !first.total ? (
          <MessagePage icon={IconEqual} title={t('compare.none')}>
            <p>{t('compare.none_hint')}</p>
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
    </section>
  );
}
