import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spaceConfigQuery } from '../../access/users/users.queries.ts';
import { treeQuery, useRightAt } from '../../structure/eps/eps.queries.ts';
import { useCostLinkActs, useTakeOverOffer } from './cost-links.queries.ts';
import { TakeOverDialog } from './take-over-dialog.tsx';

/** Offers a version without links those of the newest version of its schedule that has some; nothing where there are none, or without the rights. */
export function TakeOverBadge({ spaceId, versionId }: { spaceId: number; versionId: number }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(spaceConfigQuery(spaceId));
  const { data: tree } = useQuery(treeQuery(spaceId));
  const may = useRightAt(spaceId, tree?.versions.find(({ id }) => id === versionId)?.schedule_id);
  const acts = useCostLinkActs(spaceId, versionId);
  const [asking, setAsking] = useState(false);
  // A call without a seat would end the stay in the space.
  const wanted = Boolean(config?.license.estimate) && may('estimate.read') && may('plan.edit');
  const from = useTakeOverOffer(spaceId, wanted ? versionId : null).data?.from;
  if (!from) return null;
  return (
    <Alert variant="light" p="xs" role="status">
      <p>{t('cost_link.offered', { count: from.links, name: from.name })}</p>
      <Button size="xs" mt={6} onClick={() => setAsking(true)}>
        {t('cost_link.take_over')}
      </Button>
      <TakeOverDialog
        opened={asking}
        versions={[{ id: from.version_id, name: from.name }]}
        run={acts.takeOver}
        onClose={() => setAsking(false)}
      />
    </Alert>
  );
}
