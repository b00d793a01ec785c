import type { CatalogChange, CatalogProposal, CatalogSource } from '@gantry/contract';
import { Alert, Button, Checkbox, Group, Loader, Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { JobBadge } from '../../access/jobs/job-badge.tsx';
import { useJob, useWatchJob } from '../../access/jobs/jobs.queries.ts';
import { useAcceptChange, useCatalogChanges, useCatalogProposals, useDiscardChange, usePreviewChange } from './catalog-changes.queries.ts';
import classes from './catalog-changes-dialog.module.css';

type Props = {
  /** What has changed; null: closed. */
  change: { source: CatalogSource; id: number; name: string } | null;
  onOpenVersion(versionId: number): void;
  onClose(): void;
};

/** What a change of the catalog does to the versions that follow it: works with duration, dates and cost before and after, to be accepted. */
export function CatalogChangesDialog({ change, onOpenVersion, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal.Stack>
      <Modal
        stackId="catalog-changes"
        opened={change !== null}
        onClose={onClose}
        title={t('catalog_change.title', { name: change?.name ?? '' })}
        size={1120}
      >
        {change && <Steps key={`${change.source} ${change.id}`} change={change} onOpenVersion={onOpenVersion} onClose={onClose} />}
      </Modal>
    </Modal.Stack>
  );
}

function Steps({ change, onOpenVersion, onClose }: { change: NonNullable<Props['change']> } & Pick<Props, 'onOpenVersion' | 'onClose'>) {
  const { t } = useTranslation();
  const [jobId, setJobId] = useState<number | null>(null);
  const preview = usePreviewChange();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    preview.mutate({ source: change.source, source_id: change.id }, { onSuccess: ({ job_id: id }) => setJobId(id) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const job = useJob(jobId);
  const done = job?.status === 'done';
  const ended = done || job?.status === 'failed' || job?.status === 'cancelled';
  useWatchJob(jobId ?? 0, ended);
  const list = useCatalogProposals(done);
  const all = list.data?.proposals;
  const [accepting, setAccepting] = useState<{ jobId: number; name: string } | null>(null);
  const acceptJob = useJob(accepting?.jobId ?? null);
  const accepted = acceptJob?.status === 'done';
  useEffect(() => {
    if (!accepted || !accepting) return;
    showToast('ok', t('catalog_change.accepted', { name: accepting.name }));
    // What was accepted is no longer there to be asked for: the list goes first.
    void list.refetch().then(() => setAccepting(null));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [accepted]);
  const proposals = all?.filter(({ source, source_id }) => source === change.source && source_id === change.id) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const current = proposals.find(({ id }) => id === chosen) ?? proposals[0] ?? null;
  if (!done)
    return (
      <Stack gap="md">
        {job ? <JobBadge job={job} /> : preview.isError ? <Text>{t('catalog_change.failed')}</Text> : <Loader size="sm" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(ended || preview.isError ? 'ui.close' : 'import.in_background')}
          </Button>
        </Group>
      </Stack>
    );
  if (!all) return <Loader size="sm" m="md" />;
  if (!current)
    return (
      <Stack gap="md">
        <Text>{t('catalog_change.none')}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </Group>
      </Stack>
    );
  return (
    <div className={classes.layout}>
      <nav className={classes.versions} aria-label={t('catalog_change.versions')}>
        {proposals.map((proposal) => (
          <UnstyledButton
            key={proposal.id}
            className={classes.version}
            aria-current={proposal.id === current.id || undefined}
            onClick={() => setChosen(proposal.id)}
          >
            <b>{proposal.schedule_name}</b>
            <span>{proposal.version_name}</span>
            <span className={classes.quiet}>{t('catalog_change.works', { count: proposal.works })}</span>
          </UnstyledButton>
        ))}
      </nav>
      {acceptJob ? (
        <Stack gap="sm">
          <JobBadge job={acceptJob} />
          <Group justify="flex-end">
            <Button variant="default" onClick={acceptJob.status === 'failed' ? () => setAccepting(null) : onClose}>
              {t(acceptJob.status === 'failed' ? 'catalog_change.back' : 'import.in_background')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Proposal
          key={current.id}
          proposal={current}
          onAccepting={(id) => setAccepting({ jobId: id, name: current.version_name })}
          onOpenVersion={onOpenVersion}
          onClose={onClose}
        />
      )}
    </div>
  );
}

/** Of two lines: dates before and after do not fit on one. */
const ROW_HEIGHT = 40;

function Proposal({
  proposal,
  onAccepting,
  onOpenVersion,
  onClose,
}: { proposal: CatalogProposal; onAccepting(jobId: number): void } & Pick<Props, 'onOpenVersion' | 'onClose'>) {
  const { t } = useTranslation();
  const { data, hasNextPage, isFetching, fetchNextPage } = useCatalogChanges(proposal.id);
  const list = useMemo(() => (data?.pages ?? []).flatMap(({ changes }) => changes), [data]);
  const total = data?.pages[0]?.total ?? 0;
  // What is left out rather than what is taken: pages that have not come yet are taken too.
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const accept = useAcceptChange();
  const discard = useDiscardChange();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  });
  const visible = rows.getVirtualItems();
  const atEnd = (visible.at(-1)?.index ?? 0) >= list.length - 1;
  // Some of many can be named only when all are known.
  const needAll = left.size > 0;
  useEffect(() => {
    if ((atEnd || needAll) && hasNextPage && !isFetching) void fetchNextPage();
  }, [atEnd, needAll, hasNextPage, isFetching, fetchNextPage]);
  const count = total - left.size;
  const take = (): void =>
    accept.mutate(
      { id: proposal.id, itemIds: left.size ? list.map(({ item_id }) => item_id).filter((id) => !left.has(id)) : null },
      {
        onSuccess: ({ job_id: id }) => onAccepting(id),
      },
    );
  const off = proposal.locked || proposal.stale || count === 0 || (needAll && hasNextPage);
  const toggle = (id: number, on: boolean): void =>
    setLeft((before) => new Set(on ? [...before].filter((each) => each !== id) : [...before, id]));
  return (
    <Stack gap="sm" style={{ minWidth: 0 }}>
      {proposal.stale && <Alert color="var(--gantry-warn)">{t('catalog_change.stale')}</Alert>}
      {proposal.locked && <Alert color="var(--gantry-warn)">{t('catalog_change.locked')}</Alert>}
      <Text size="sm">
        {t('catalog_change.finish', { before: dateOf(proposal.finish_before), after: dateOf(proposal.finish_after) })}
        {' · '}
        {t('catalog_change.cost', { before: formatNumber(proposal.cost_before), after: formatNumber(proposal.cost_after) })}
        {proposal.moved !== null && ` · ${t('catalog_change.moved', { count: proposal.moved })}`}
      </Text>
      <div
        ref={scroller}
        className={classes.table}
        role="table"
        tabIndex={0}
        aria-rowcount={total + 1}
        aria-label={t('catalog_change.changes')}
      >
        <div className={classes.head} role="row">
          <span role="columnheader">
            <Checkbox
              size="xs"
              aria-label={t('catalog_change.all')}
              checked={left.size === 0}
              indeterminate={left.size > 0 && count > 0}
              onChange={(event) => setLeft(new Set(event.currentTarget.checked ? [] : list.map(({ item_id }) => item_id)))}
            />
          </span>
          <span role="columnheader">{t('catalog_change.work')}</span>
          <span role="columnheader">{t('catalog_change.duration')}</span>
          <span role="columnheader">{t('catalog_change.dates')}</span>
          <span role="columnheader">{t('catalog_change.money')}</span>
        </div>
        {isFetching && list.length === 0 && <Loader size="sm" m="md" />}
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {visible.map(({ key, index, start }) => (
            <Line key={key} change={list[index]} start={start} on={!left.has(list[index].item_id)} onToggle={toggle} />
          ))}
        </div>
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="subtle" mr="auto" onClick={() => onOpenVersion(proposal.version_id)}>
          {t('import.open_version')}
        </Button>
        <Button variant="default" onClick={() => discard.mutate(proposal.id)}>
          {t('catalog_change.discard')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
        <Button data-autofocus disabled={off} loading={accept.isPending} onClick={take}>
          {t('catalog_change.accept', { count })}
        </Button>
      </Group>
    </Stack>
  );
}

const dateOf = (value: string | null): string => formatLocal(value) || '–';
const hours = (minutes: number): string => formatNumber(minutes / 60, { decimals: minutes % 60 ? 1 : 0 });

function Line({
  change,
  start,
  on,
  onToggle,
}: {
  change: CatalogChange;
  start: number;
  on: boolean;
  onToggle(id: number, on: boolean): void;
}) {
  const { t } = useTranslation();
  const name = change.item_id === 0 ? t('catalog_change.whole') : `${change.code} ${change.name}`.trim();
  const pair = (before: string, after: string) =>
    before === after ? (
      <span className={classes.quiet}>{before}</span>
    ) : (
      <>
        <span className={classes.before}>{before}</span> → <b>{after}</b>
      </>
    );
  const span = (from: string | null, to: string | null): string => (from || to ? `${dateOf(from)} – ${dateOf(to)}` : '');
  return (
    <div className={classes.line} role="row" style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }} title={fieldsOf(change)}>
      <span role="cell">
        <Checkbox size="xs" aria-label={name} checked={on} onChange={(event) => onToggle(change.item_id, event.currentTarget.checked)} />
      </span>
      <span role="cell" className={classes.name}>
        {name}
      </span>
      <span role="cell">{change.item_id !== 0 && pair(hours(change.duration_before), hours(change.duration_after))}</span>
      <span role="cell">{pair(span(change.start_before, change.finish_before), span(change.start_after, change.finish_after))}</span>
      <span role="cell">{pair(formatNumber(change.cost_before), formatNumber(change.cost_after))}</span>
    </div>
  );
}

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : JSON.stringify(value);
/** All fields that change, for the tip. */
const fieldsOf = ({ fields }: CatalogChange): string =>
  fields
    .slice(0, 12)
    .map(({ object, field, before, after }) => `${object} ${field}: ${textOf(before)} → ${textOf(after)}`)
    .join('\n') + (fields.length > 12 ? `\n… ${formatCount(fields.length)}` : '');
