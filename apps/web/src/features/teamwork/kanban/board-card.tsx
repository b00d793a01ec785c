import type { KanbanItem, KanbanLabel } from '@gantry/contract';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { letCardDrag } from '../../../ui/card-drag.ts';
import classes from './board.module.css';
import { initialsOf, keyOf } from './kanban.model.ts';

/** Marks of a priority: their number says it too. */
const MARKS = ['', '!', '!!', '!!!'];
const LABELS_SHOWN = 4;
const PEOPLE_SHOWN = 4;

type Props = {
  item: KanbanItem;
  labels: ReadonlyMap<number, KanbanLabel>;
  people: ReadonlyMap<number, string>;
  overdue: boolean;
  /** The one card of the board where Tab stops. */
  stop: boolean;
  selected: boolean;
  opened: boolean;
  /** Why the last change of it was refused. */
  refusal: string | undefined;
  mayMove: boolean;
};

/** The face of a card. What happens to it is heard by the board. */
export const BoardCard = memo(function BoardCard({ item, labels, people, overdue, stop, selected, opened, refusal, mayMove }: Props) {
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  const key = keyOf(item);
  useEffect(() => (card.current && mayMove ? letCardDrag(card.current, key) : undefined), [key, mayMove]);
  const { title, due, priority, row, row_id, comments, described } = item;
  const shown = item.label_ids.flatMap((id) => labels.get(id) ?? []);
  const who = row ? [row.executor_id, row.curator_id].flatMap((id) => id ?? []) : [];
  const ids = [...new Set([...item.person_ids, ...who])];
  return (
    <article
      ref={card}
      className={classes.card}
      data-key={key}
      data-selected={selected || undefined}
      data-opened={opened || undefined}
      tabIndex={stop ? 0 : -1}
      aria-label={selected ? t('boards.card_selected', { title }) : title}
      aria-current={opened || undefined}
    >
      {shown.length > 0 && (
        <div className={classes.labels}>
          {shown.slice(0, LABELS_SHOWN).map(({ id, name, tint }) => (
            <span key={id} className={classes.label} data-tint={tint ?? undefined}>
              {name}
            </span>
          ))}
          {shown.length > LABELS_SHOWN && <span className={classes.label}>+{shown.length - LABELS_SHOWN}</span>}
        </div>
      )}
      <div className={classes.title} dir="auto">
        {title}
      </div>
      <div className={classes.facts}>
        {row && <span className={classes.code}>{row.code}</span>}
        {row && <span>{Math.round(row.progress * 100)}%</span>}
        {row_id !== null && !row && <span className={classes.gone}>{t('boards.no_row')}</span>}
        {priority > 0 && (
          <b
            role="img"
            aria-label={t(`boards.priority_${priority}`)}
            title={t(`boards.priority_${priority}`)}
            data-urgent={priority === 3 || undefined}
          >
            {MARKS[priority]}
          </b>
        )}
        {due !== null && (
          <span className={classes.due} data-overdue={overdue || undefined} title={t(overdue ? 'boards.overdue' : 'boards.due')}>
            {overdue && '⚠ '}
            {formatLocal(`${due}T00:00`)}
          </span>
        )}
        {due === null && row?.finish && <span title={t('boards.finish')}>{formatLocal(row.finish)}</span>}
        {described && (
          <span role="img" aria-label={t('boards.described')} title={t('boards.described')}>
            ≡
          </span>
        )}
        {comments > 0 && <span title={t('boards.comments', { count: comments })}>💬 {comments}</span>}
        <span className={classes.spring} />
        {ids.slice(0, PEOPLE_SHOWN).map((id) => (
          <span key={id} className={classes.person} title={people.get(id)}>
            {initialsOf(people.get(id) ?? '?')}
          </span>
        ))}
        {ids.length > PEOPLE_SHOWN && <span>+{ids.length - PEOPLE_SHOWN}</span>}
      </div>
      {mayMove && (
        <button type="button" className={classes.hand} tabIndex={-1} data-move aria-label={t('boards.move_card', { title })}>
          ⋯
        </button>
      )}
      {refusal && <p className={classes.refusal}>{refusal}</p>}
    </article>
  );
});
