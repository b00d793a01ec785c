import type { FieldRow } from '@gantry/contract';
import { Button, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, readTyped } from '../../../lib/numbers.ts';
import { unitText } from '../../../ui/text/unit-text.ts';
import { amountForShare, type Queued, type QueuedPhoto } from './day-entries.queue.model.ts';
import { FieldPhotos } from './field-photos.tsx';
import classes from './field.module.css';

type Draft = { amount: number; overtime: number; base: number | null; note: string; photos: QueuedPhoto[] };
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

/** What is typed and no amount. */
const WRONG = 'wrong';
/** A typed amount; null where nothing is typed. */
function typedIn(text: string): number | null | typeof WRONG {
  if (text.trim() === '') return null;
  const value = readTyped(text);
  return value === null || value < 0 ? WRONG : value;
}

/** One work of the person on a day: what is planned, one number, quick shares, a reason and photos. */
export function FieldCard({ row, day, at, last, onReport, below }: Props) {
  const { t } = useTranslation();
  const isShare = row.measure === 'percent';
  const unit = unitText(row, t);
  /** Hours beyond the usual ones are asked for where hours are reported. */
  const takesOvertime = row.measure === 'labour';
  const before = isShare ? Math.round(row.progress * 100) : row.fact[at];
  // What the server said last is seen; what waits on the phone is not known there yet.
  const seen = last?.verdict?.fact ?? before;
  const mine = last?.report.amount ?? before;
  const [text, setText] = useState('');
  const [extra, setExtra] = useState('');
  const [note, setNote] = useState('');
  const [sent, setSent] = useState(0);
  const [photos, setPhotos] = useState<QueuedPhoto[]>([]);
  const [typed, overtime] = [typedIn(text), typedIn(extra)];
  const isWrong = typed === WRONG || (isShare && Number(typed) > 100);
  const isReady = !isWrong && overtime !== WRONG && (typed !== null || overtime !== null);
  const closed = row.open_from !== null && day < row.open_from;
  const planned = row.plan[at];
  const send = async (amount: number, beyond = 0): Promise<void> => {
    await onReport({ amount, overtime: beyond, base: seen, note: note.trim(), photos });
    setText('');
    setExtra('');
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
            : t('field.done_of', { done: written(row.done), total: written(row.total ?? 0), unit })}
          {planned !== null && ` · ${t('field.planned', { amount: `${written(planned)} ${unit}` })}`}
        </p>
      </header>
      {last && (
        <p className={classes.state} data-state={last.state} role="status">
          {written(last.report.amount)} {unit}
          {last.report.overtime ? `, ${t('timesheets.overtime', { hours: written(last.report.overtime) })}` : ''} ·{' '}
          {t(`entries.state_${last.state}`)}
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
            if (isReady) void send(Number(typed) + Number(overtime), Number(overtime));
          }}
        >
          <div className={classes.line}>
            <TextInput
              size="md"
              className={classes.grow}
              label={isShare ? t('entries.share') : unit ? t('entries.amount_of', { unit }) : t('entries.amount')}
              inputMode="decimal"
              autoComplete="off"
              placeholder={mine === null ? '' : written(mine)}
              value={text}
              error={isWrong ? t('field.wrong') : undefined}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            {takesOvertime && (
              <TextInput
                size="md"
                className={classes.overtime}
                label={t('entries.overtime')}
                inputMode="decimal"
                autoComplete="off"
                value={extra}
                error={overtime === WRONG ? t('field.wrong') : undefined}
                onChange={(event) => setExtra(event.currentTarget.value)}
              />
            )}
            <Button type="submit" size="md" disabled={!isReady}>
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
              {t('field.as_planned', { amount: `${written(planned)} ${unit}` })}
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
