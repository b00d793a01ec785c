import type { LinkReport } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import classes from './rules.module.css';

const LISTED = 200;

/** What linking did, or would do: what is new, what stayed, what went, and what is linked with nothing. */
export function LinkOutcome({ report }: { report: LinkReport }) {
  const { t } = useTranslation();
  const { added, kept, removed, lost, rematched, ambiguous, by_hand, linked_elements, elements, linked_items, items } = report;
  const number = formatCount;
  return (
    <div className={classes.outcome} role="status">
      <p>{t('model_link.outcome', { added: number(added), kept: number(kept), removed: number(removed), hand: number(by_hand) })}</p>
      <p>
        {t('model_link.coverage', {
          linked: number(linked_elements),
          elements: number(elements),
          works: number(linked_items),
          items: number(items),
        })}
      </p>
      {lost > 0 && <p className={classes.lost}>{t('model_link.lost', { number: number(lost) })}</p>}
      {rematched > 0 && <p>{t('model_link.rematched', { number: number(rematched) })}</p>}
      {ambiguous > 0 && <p className={classes.lost}>{t('model_link.ambiguous', { number: number(ambiguous) })}</p>}
      {report.unlinked_elements.length > 0 && (
        <details>
          <summary>{t('model_link.unlinked_elements', { number: number(elements - linked_elements) })}</summary>
          <ul>
            {report.unlinked_elements.slice(0, LISTED).map(({ model_id, id, name, guid }) => (
              <li key={`${model_id}#${id}`}>
                <bdi>{name || guid}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      {report.unlinked_items.length > 0 && (
        <details>
          <summary>{t('model_link.unlinked_items', { number: number(items - linked_items) })}</summary>
          <ul>
            {report.unlinked_items.slice(0, LISTED).map(({ id, code, name }) => (
              <li key={id}>
                <bdi>{[code, name].filter(Boolean).join(' ')}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
