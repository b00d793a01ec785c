import type { CatalogProposal } from '@gantry/contract';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/numbers.ts';
import { dateOf } from './catalog-changes.model.ts';
import { useAcceptChange, useDiscardChange, useProposalWorks } from './catalog-changes.queries.ts';
import { ChangeTable } from './change-table.tsx';

/** Effects of a proposal: finish of the version, cost, number of moved works. */
export function ProposalSummary({ proposal }: { proposal: CatalogProposal }) {
  const { t } = useTranslation();
  const { finish_before, finish_after, cost_before, cost_after, moved, works } = proposal;
  const parts = [
    moved === null ? null : t('catalog_change.finish', { before: dateOf(finish_before), after: dateOf(finish_after) }),
    cost_before === cost_after ? null : t('catalog_change.cost', { before: formatMoney(cost_before), after: formatMoney(cost_after) }),
    moved === null ? t('catalog_change.works', { count: works }) : t('catalog_change.moved', { count: moved }),
  ];
  return <Text size="sm">{parts.filter(Boolean).join(' · ')}</Text>;
}

type Props = { proposal: CatalogProposal; onAccepting(jobId: number): void; onOpenVersion(versionId: number): void; onClose(): void };

/** One version under a change of the catalog: works to be chosen and accepted. */
export function ProposalPanel({ proposal, onAccepting, onOpenVersion, onClose }: Props) {
  const { t } = useTranslation();
  const { list, total, hasMore, loading, more } = useProposalWorks(proposal.id);
  // Stores excluded works, because pages not loaded yet are included.
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const accept = useAcceptChange();
  const discard = useDiscardChange();
  // Some of many can be named only when all are known.
  const needAll = left.size > 0;
  useEffect(() => {
    if (needAll) more();
  }, [needAll, more]);
  const count = total - left.size;
  const take = useCallback(
    (): void =>
      accept.mutate(
        { id: proposal.id, itemIds: left.size ? list.map(({ item_id }) => item_id).filter((id) => !left.has(id)) : null },
        { onSuccess: ({ job_id: id }) => onAccepting(id) },
      ),
    [accept, proposal.id, left, list, onAccepting],
  );
  const off = proposal.locked || proposal.stale || count === 0 || (needAll && hasMore);
  return (
    <Stack gap="sm" style={{ minWidth: 0 }}>
      {proposal.stale && <Alert color="var(--gantry-warn)">{t('catalog_change.stale')}</Alert>}
      {proposal.locked && <Alert color="var(--gantry-warn)">{t('catalog_change.locked')}</Alert>}
      <ProposalSummary proposal={proposal} />
      <ChangeTable source={proposal.source} list={list} total={total} loading={loading} choice={{ left, onLeft: setLeft }} onEnd={more} />
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
