import type { Language } from '@gantry/domain';
import { Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from './ai.queries.ts';
import classes from './ai.module.css';
import { NotLoaded } from './not-loaded.tsx';
import { ProposalHistory } from './proposal-history.tsx';

type Props = {
  versionId: number;
  revision: number;
  minutesPerDay: number;
  nameOf(itemId: number): string;
  onOpen(itemId: number): void;
};

/** A plan in words: each sentence of what was counted, with the rows that it is about, and the proposals that were made for its rows. */
export function WordsPanel({ versionId, revision, minutesPerDay, nameOf, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const [showsProposals, setShowsProposals] = useState(false);
  const { data, isError, refetch } = useWords(versionId, revision, i18n.language as Language);
  if (isError) return <NotLoaded text={t('ai.words_not_loaded')} onRetry={refetch} />;
  if (!data) return <Loader size="sm" m="md" role="status" aria-label={t('ai.words_loading')} />;
  const facts = new Map(data.facts.map((fact) => [fact.id, fact]));
  return (
    <section className={classes.panel} aria-label={t('ai.words')}>
      <h3>{t('ai.words')}</h3>
      {!data.narrative.length && <p className={classes.note}>{t('ai.words_none')}</p>}
      <ul className={classes.words}>
        {data.narrative.map(({ text, fact_ids: ids }) => {
          const fact = facts.get(ids[0]);
          const severity = fact?.severity ?? 'info';
          return (
            <li key={text} data-severity={severity}>
              <span aria-label={t(`ai.severity_${severity}`)} role="img">
                {severity === 'info' ? '·' : '■'}
              </span>
              <span>
                {text}
                {fact && fact.refs.length > 0 && (
                  <details className={classes.refs}>
                    <summary>{t('ai.words_rows', { count: fact.refs.length })}</summary>
                    {fact.refs.map((id) => (
                      <button key={id} type="button" onClick={() => onOpen(id)}>
                        <bdi>{nameOf(id)}</bdi>
                      </button>
                    ))}
                  </details>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <details className={classes.earlier} onToggle={(event) => setShowsProposals(event.currentTarget.open)}>
        <summary>{t('ai.history')}</summary>
        {showsProposals && <ProposalHistory versionId={versionId} itemId={null} minutesPerDay={minutesPerDay} />}
      </details>
    </section>
  );
}
