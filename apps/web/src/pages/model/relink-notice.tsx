import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProposal } from '../../features/bim/model-links/model-links.queries.ts';
import { formatCount } from '../../lib/numbers.ts';
import classes from './model-page.module.css';

type Props = {
  spaceId: number;
  place: { versionId: number; linkId: number };
  /** Which versions of models are shown where they are not the first ones. */
  revised: string;
  onRun: () => Promise<void>;
};

/** After a new version of a model the rules are tried by themselves: what they would change is offered, and done when somebody agrees. */
export function RelinkNotice({ spaceId, place, revised, onRun }: Props) {
  const { t } = useTranslation();
  const key = `${place.versionId} ${place.linkId} ${revised}`;
  const [done, setDone] = useState<string | null>(null);
  const { data: report, isError, isFetching, refetch } = useProposal(spaceId, place, done === key ? null : revised);
  if (done === key) return null;
  if (isFetching)
    return (
      <div className={classes.notice} role="status">
        <Loader size={14} /> {t('model_link.proposal_trying')}
      </div>
    );
  if (isError)
    return (
      <div className={classes.notice} role="status">
        <span>{t('model_link.proposal_failed')}</span>
        <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
          {t('model_link.propose_again')}
        </Button>
      </div>
    );
  if (!report || report.added + report.removed + report.lost + report.rematched === 0) return null;
  const { added, removed, lost, rematched } = report;
  return (
    <div className={classes.notice} role="status">
      <span>
        {t('model_link.proposal', { added: formatCount(added), removed: formatCount(removed) })}
        {lost > 0 && <> {t('model_link.lost', { number: formatCount(lost) })}</>}
        {rematched > 0 && <> {t('model_link.rematched', { number: formatCount(rematched) })}</>}
      </span>
      <Button
        size="compact-xs"
        onClick={() => {
          setDone(key);
          void onRun();
        }}
      >
        {t('model_link.propose_run')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => setDone(key)}>
        {t('model_link.propose_not')}
      </Button>
    </div>
  );
}
