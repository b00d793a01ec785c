import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProposal } from '../../features/bim/model-links/model-links.queries.ts';
import { formatCount } from '../../lib/numbers.ts';
import classes from './model-page.module.css';

type Props = {
  spaceId: number;
  projectId: number;
  place: { versionId: number; linkId: number };
  mayEdit: boolean;
  onRun: () => Promise<void>;
};

/** After a new version of a model the server tries the rules: what they would change is shown until it is done or put away. */
export function RelinkNotice({ spaceId, projectId, place, mayEdit, onRun }: Props) {
  const { t } = useTranslation();
  const { data: proposal, isError, refetch, putAway } = useProposal(spaceId, projectId, place);
  if (isError)
    return (
      <div className={classes.notice} role="status">
        <span>{t('model_link.proposal_failed')}</span>
        <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
          {t('model_link.propose_again')}
        </Button>
      </div>
    );
  if (!proposal) return null;
  const { model, number, added, kept, removed, lost, rematched, ambiguous } = proposal;
  const counts = {
    elements: proposal.elements,
    linked: proposal.linked_elements,
    items: proposal.items,
    linkedItems: proposal.linked_items,
  };
  const shown = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, formatCount(count)]));
  return (
    <div className={classes.notice} role="status">
      <span>
        {t('model_link.proposal', {
          model,
          number: formatCount(number),
          added: formatCount(added),
          kept: formatCount(kept),
          removed: formatCount(removed),
        })}{' '}
        {t('model_link.proposal_linked', shown)}
        {lost > 0 && <> {t('model_link.lost', { number: formatCount(lost) })}</>}
        {rematched > 0 && <> {t('model_link.rematched', { number: formatCount(rematched) })}</>}
        {ambiguous > 0 && <> {t('model_link.ambiguous', { number: formatCount(ambiguous) })}</>}
      </span>
      {mayEdit && (
        <>
          <Button size="compact-xs" onClick={() => void onRun()}>
            {t('model_link.propose_run')}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => void putAway().catch(() => {})}>
            {t('model_link.propose_not')}
          </Button>
        </>
      )}
    </div>
  );
}
