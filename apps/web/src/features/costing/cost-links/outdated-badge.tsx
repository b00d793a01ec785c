import type { OutdatedCosts } from '@gantry/contract';
import { Alert, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spaceConfigQuery } from '../../access/users/users.queries.ts';
import { treeQuery, useRightAt } from '../../structure/eps/eps.queries.ts';
import { outdatedInWords } from './cost-links.model.ts';
import { useCostLinkActs, useOutdatedCosts } from './cost-links.queries.ts';
import { CostsDialog } from './costs-dialog.tsx';
import { OutdatedList } from './outdated-list.tsx';
import classes from './link-panel.module.css';

type Props = { spaceId: number; versionId: number };

/** Lists the estimates that changed since the costs of a version were updated; empty for a reader without `estimate.read`. */
function useOutdated({ spaceId, versionId }: Props): { outdated: readonly OutdatedCosts[]; mayUpdate: boolean } {
  const { data: config } = useQuery(spaceConfigQuery(spaceId));
  const { data: tree } = useQuery(treeQuery(spaceId));
  const version = tree?.versions.find(({ id }) => id === versionId);
  const may = useRightAt(spaceId, version?.schedule_id);
  // A call without a seat would end the stay in the space.
  const wanted = Boolean(config?.license.estimate) && may('estimate.read');
  const { data } = useOutdatedCosts(spaceId, wanted ? versionId : null);
  return { outdated: data?.estimates ?? [], mayUpdate: may('plan.edit') && version?.locked === false };
}

/** In words, what of the estimates is another since costs were updated; nothing where costs follow them. */
export function OutdatedNotes(props: Props) {
  const { t } = useTranslation();
  const { outdated } = useOutdated(props);
  if (!outdated.length) return null;
  return (
    <Alert variant="light" color="yellow" p="xs" role="status" title={t('cost_link.outdated')}>
      <OutdatedList outdated={outdated} />
    </Alert>
  );
}

/** Beside the calculation of an open version: that its costs do not follow their estimates, and the way to update them. */
export function OutdatedBadge({ onMissing, ...props }: Props & { onMissing(): void }) {
  const { t } = useTranslation();
  const { outdated, mayUpdate } = useOutdated(props);
  const { updateCosts } = useCostLinkActs(props.spaceId, props.versionId);
  const [opened, setOpened] = useState(false);
  if (!outdated.length && !opened) return null;
  const about = { className: classes.outdated, title: outdatedInWords(outdated, t).join('\n'), children: t('cost_link.outdated') };
  if (!mayUpdate) return <span {...about} />;
  return (
    <>
      <UnstyledButton {...about} aria-haspopup="dialog" onClick={() => setOpened(true)} />
      <CostsDialog
        key={String(opened)}
        {...props}
        opened={opened}
        run={updateCosts}
        onMissing={onMissing}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
