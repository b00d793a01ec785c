import type { DayEntry } from '@gantry/contract';
import { Anchor, Badge, Button, Loader, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { Muted } from '../../../ui/text/text.tsx';
import { showNotTaken } from '../../../ui/toasts.tsx';
import { type EntriesPlace, useEntries, useEntryActs } from './day-entries.queries.ts';
import classes from './day-entries.module.css';

type Props = { spaceId: number; place: EntriesPlace };

const TONES = { pending: 'blue', conflict: 'yellow', accepted: 'green', declined: 'red', taken_back: 'gray' } as const;

/** Reports of a work, or of a schedule those that await a decision, with what the person decides. */
export function EntriesPanel({ spaceId, place }: Props) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useEntries(spaceId, place);
  const acts = useEntryActs(spaceId, place);
  if (isPending) return <Loader size="sm" m={16} />;
  if (isError)
    return (
      <p className={classes.note}>
        <Anchor component="button" onClick={() => void refetch()}>
          {t('comments.retry')}
        </Anchor>
      </p>
    );
  const { entries } = data;
  const mine = entries.filter((entry) => entry.may_decide);
  const decide = (ids: string[], reason?: string): Promise<boolean> =>
    acts.decide({ ids, reason }).then(
      ({ refused }) => {
        showNotTaken(refused, t);
        return true;
      },
      () => false,
    );
  const empty = t(place.itemId === null ? 'entries.none_open' : 'entries.none');
  return (
    <section className={classes.panel} aria-label={t(place.itemId === null ? 'entries.waiting' : 'entries.title')}>
      <div className={classes.acts}>
        <h3 className={classes.title}>{t(place.itemId === null ? 'entries.waiting' : 'entries.title')}</h3>
        {mine.length > 1 && (
          <Button size="compact-xs" onClick={() => void decide(mine.map(({ id }) => id))}>
            {t('entries.approve_all', { count: mine.length })}
          </Button>
        )}
      </div>
      {!entries.length && <Muted>{empty}</Muted>}
      <ul className={classes.list}>
        {entries.map((entry) => (
          <OneEntry key={entry.id} entry={entry} named={place.itemId === null} onDecide={(reason) => decide([entry.id], reason)} />
        ))}
      </ul>
    </section>
  );
}

const WHOLE = 'percent';
export const amountText = ({ measure, amount }: Pick<DayEntry, 'measure' | 'amount'>): string =>
  `${formatNumber(amount, { decimals: Number.isInteger(amount) ? 0 : 2 })}${measure === WHOLE ? ' %' : ''}`;

type OneProps = { entry: DayEntry; named: boolean; onDecide(reason?: string): Promise<boolean> };

function OneEntry({ entry, named, onDecide }: OneProps) {
  const { t } = useTranslation();
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState('');
  const replaced = entry.state === 'accepted' && entry.superseded;
  const about = `${named ? `${entry.row_code} ${entry.row_name}, ` : ''}${entry.reporter}, ${formatLocal(`${entry.day}T00:00`)}: ${amountText(entry)}${entry.overtime ? `, ${t('timesheets.overtime', { hours: amountText({ ...entry, amount: entry.overtime }) })}` : ''}`;
  return (
    <li className={classes.item}>
      <div className={classes.acts}>
        <span className={classes.what}>{about}</span>
        <Badge size="sm" variant="light" color={replaced ? 'gray' : TONES[entry.state]}>
          {t(`entries.state_${replaced ? 'superseded' : entry.state}`)}
        </Badge>
      </div>
      <p className={classes.note}>
        {formatInstant(entry.created_at)}
        {entry.note && ` · ${entry.note}`}
        {entry.reason && ` · ${entry.reason}`}
      </p>
      {entry.may_decide && (
        <div className={classes.acts}>
          <Button size="compact-xs" aria-label={t('ui.named', { name: t('entries.approve'), text: about })} onClick={() => void onDecide()}>
            {t('entries.approve')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('ui.named', { name: t('entries.decline'), text: about })}
            aria-expanded={declining}
            onClick={() => setDeclining(!declining)}
          >
            {t('entries.decline')}
          </Button>
        </div>
      )}
      {declining && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim()) void onDecide(reason.trim()).then((done) => done && setDeclining(false));
          }}
        >
          <Textarea
            size="xs"
            autoFocus
            rows={2}
            label={t('entries.why')}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" size="compact-xs" mt={4} disabled={!reason.trim()}>
            {t('entries.decline')}
          </Button>
        </form>
      )}
    </li>
  );
}
