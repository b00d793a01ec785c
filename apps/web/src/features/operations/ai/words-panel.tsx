import type { Language } from '@gantry/domain';
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useWords } from './ai.queries.ts';
import classes from './ai.module.css';

type Props = {
  versionId: number;
  revision: number;
  nameOf(itemId: number): string;
  onOpen(itemId: number): void;
};

/** A plan in words: each sentence of what was counted, with the rows that it is about. */
export function WordsPanel({ versionId, revision, nameOf, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const { data, isError } = useWords(versionId, revision, i18n.language as Language);
  if (isError) return <p className={classes.note}>{t('ai.words_not_loaded')}</p>;
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
    </section>
  );
}
