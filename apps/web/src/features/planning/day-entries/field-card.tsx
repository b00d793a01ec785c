import type { FieldRow } from '@gantry/contract';
import { Button, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, readTyped } from '../../../lib/numbers.ts';
import { amountForShare, type Queued, type QueuedPhoto } from './day-entries.queue.model.ts';
import { FieldPhotos } from './field-photos.tsx';
import classes from './field.module.css';

type Draft = { amount: number; base: number | null; note: string; photos: QueuedPhoto[] };
type Props = {
  row: FieldRow;
  day: string;
  /** Where the day stands among the days of the row. */
  at: number;
  /** The person's newest report of the day on this phone. */
  last: Queued | null;
  onReport(draft: Draft): Promise<void>;
  below?: ReactNode;
};

const SHARES = [25, 50, 75, 100];
const written = (value: number): string => formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 });

/** One work of the person on a day: what is planned, one number, quick shares, a reason and photos. */
export function FieldCard({ row, day, at, last, onReport, below }: Props) {
  const { t } = useTranslation();
  const isShare = row.measure === 'percent';
  const before = isShare ? Math.round(row.progress * 100) : row.fact[at];
  // What the server said last is seen; what waits on the phone is not known there yet.
  const seen = last?.verdict?.fact ?? before;
  const mine = last?.report.amount ?? before;
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [sent, setSent] = useState(0);
  const [photos, setPhotos] = useState<QueuedPhoto[]>([]);
  const typed = text.trim() === '' ? null : readTyped(text);
  const isWrong = text.trim() !== '' && (typed === null || typed < 0 || (isShare && typed > 100));
  const closed = row.open_from !== null && day < row.open_from;
  const planned = row.plan[at];
  const send = async (amount: number): Promise<void> => {
    await onReport({ amount, base: seen, note: note.trim(), photos });
    setText('');
    setNote('');
    setPhotos([]);
    setSent((count) => count + 1);
  };
  return (
    <article className={classes.card} aria-label={row.row_name}>
      <header>
        <p className={classes.path}>{[row.schedule_name, ...row.path].join(' / ')}</p>
        <h2 className={classes.name}>{`${row.row_code} ${row.row_name}`.trim()}</h2>
        <p className={classes.path}>
          {isShare
            ? t('field.done_share', { done: Math.round(row.progress * 100) })
            : t('field.done_of', { done: written(row.done), total: written(row.total ?? 0), unit: row.unit })}
          {planned !== null && ` · ${t('field.planned', { amount: `${written(planned)} ${row.unit}` })}`}
        </p>
      </header>
      {last && (
        <p className={classes.state} data-state={last.state} role="status">
          {written(last.report.amount)} {row.unit} · {t(`entries.state_${last.state}`)}
          {last.photos.length > 0 && ` · ${t('field.photos', { count: last.photos.length })}`}
        </p>
      )}
      {closed ? (
        <p className={classes.path}>{t('field.closed')}</p>
      ) : (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed !== null && !isWrong) void send(typed);
          }}
        >
          <div className={classes.line}>
            <TextInput
              size="md"
              className={classes.grow}
              label={isShare ? t('entries.share') : row.unit ? t('entries.amount_of', { unit: row.unit }) : t('entries.amount')}
              inputMode="decimal"
              autoComplete="off"
              placeholder={mine === null ? '' : written(mine)}
              value={text}
              error={isWrong ? t('field.wrong') : undefined}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button type="submit" size="md" disabled={typed === null || isWrong}>
              {t('entries.send')}
            </Button>
          </div>
          <div className={classes.line} role="group" aria-label={t('field.quick')}>
            {SHARES.map((share) => (
              <Button
                key={share}
                size="md"
                variant="default"
                className={classes.share}
                onClick={() => void send(amountForShare(row, share, mine ?? 0))}
              >
                {share} %
              </Button>
            ))}
          </div>
          {planned !== null && !isShare && (
            <Button size="md" variant="default" fullWidth onClick={() => void send(planned)}>
              {t('field.as_planned', { amount: `${written(planned)} ${row.unit}` })}
            </Button>
          )}
          {row.may_store && <FieldPhotos key={sent} photos={photos} onChange={setPhotos} />}
          <details>
            <summary className={classes.more}>{t('entries.note')}</summary>
            <Textarea
              size="md"
              rows={2}
              maxLength={1000}
              aria-label={t('entries.note')}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </details>
        </form>
      )}
      {below}
    </article>
  );
}
