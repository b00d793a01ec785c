import type { FieldRow } from '@gantry/contract';
import { Anchor, Button, Loader } from '@mantine/core';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAfter, formatLocal, localToday } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { reasonText, refusalText } from '../../../ui/text/refusal-text.ts';
import { daysUnsent, isWaiting, lastReport, photosRefused, type Queued, worksOfDay } from './day-entries.queue.model.ts';
import { FieldCard } from './field-card.tsx';
import classes from './field.module.css';
import { useFieldQueue, useFieldWork } from './day-entries.field.queries.ts';

type Props = {
  userId: number;
  spaceId: number;
  /** What stands above the works. */
  notice?: ReactNode;
  /** What else is known of a work. */
  renderBelow?: (row: FieldRow) => ReactNode;
};

const DAYS_AROUND = 14;
/** Works that are shown at once; a phone takes long for many, and shows these alone on its first screen. */
const AT_ONCE = 6;
/** From so many days on a browser may be about to clear what waits. */
const LONG = 2;

/** The works of a person on a day, on a phone: reported with one number, sent now or when there is a connection. */
export function FieldScreen({ userId, spaceId, notice, renderBelow }: Props) {
  const { t } = useTranslation();
  const today = localToday();
  const [day, setDay] = useState(today);
  const [all, setAll] = useState(false);
  const queue = useFieldQueue({ userId, spaceId });
  const { own, others: ofOthers, connection } = queue;
  const settled = own.filter((item) => !isWaiting(item)).length;
  const { work, failed } = useFieldWork({ userId, spaceId }, dayAfter(today, -DAYS_AROUND), dayAfter(today, DAYS_AROUND), settled);
  const waiting = own.filter(isWaiting);
  const refused = own.filter(({ state }) => state === 'refused' || state === 'conflict' || state === 'declined');
  const at = work ? daysBetween(work.from, day) : 0;
  const { running, others } = work ? worksOfDay(work.rows, day, at) : { running: [], others: [] };
  const works = all ? [...running, ...others] : running;
  const [isWhole, setWhole] = useState(false);
  const isThere = work !== undefined && work !== null;
  useEffect(() => {
    if (isThere) startTransition(() => setWhole(true));
  }, [isThere]);
  const days = daysUnsent(own, queue.now);
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('field.title')}</h1>
        <Anchor href={`/${spaceId}`}>{t('field.back')}</Anchor>
      </header>
      <div className={classes.line} role="group" aria-label={t('entries.day')}>
        {[today, dayAfter(today, -1)].map((one, index) => (
          <Button
            key={one}
            size="md"
            className={classes.share}
            variant={one === day ? 'filled' : 'default'}
            aria-pressed={one === day}
            onClick={() => setDay(one)}
          >
            {t(index === 0 ? 'field.today' : 'field.yesterday')} {formatLocal(`${one}T00:00`, 'DD.MM')}
          </Button>
        ))}
      </div>
      {notice}
      {connection instanceof Error && (
        <p className={classes.notice} role="alert">
          {t('field.not_taken', { reason: refusalText(connection, t) })}
        </p>
      )}
      {connection === 'offline' && <p className={classes.notice}>{t('field.offline')}</p>}
      {connection === 'signed_out' && (
        <p className={classes.notice}>
          {t('field.signed_out')}{' '}
          <Anchor href={`/auth/login?redirect=${encodeURIComponent(`/${spaceId}/field`)}`}>{t('field.sign_in')}</Anchor>
        </p>
      )}
      {waiting.length > 0 && (
        <p className={classes.notice} role="status">
          {t('field.unsent', { count: waiting.length })}{' '}
          <Anchor component="button" onClick={() => void queue.send()}>
            {t('field.send_now')}
          </Anchor>
        </p>
      )}
      {days >= LONG && <p className={classes.notice}>{t('field.unsent_long', { days })}</p>}
      {ofOthers > 0 && <p className={classes.notice}>{t('field.unsent_of_others', { count: ofOthers })}</p>}
      {refused.map((item) => (
        <Settled key={item.id} item={item} onDiscard={() => void queue.discard(item.id)} />
      ))}
      {photosRefused(own).map(({ item, photo }) => (
        <p key={photo.id} className={classes.notice} role="alert">
          {t('field.photo_not_taken', { photo: photo.name, work: item.rowName, reason: reasonText(photo.refused, t) })}{' '}
          <Anchor component="button" onClick={() => void queue.discardPhoto(item, photo.id)}>
            {t('field.discard')}
          </Anchor>
        </p>
      ))}
      {!work && !failed && <Loader size="sm" />}
      {failed && !work && <p className={classes.notice}>{t('field.not_loaded')}</p>}
      {work && !running.length && (
        <p className={classes.notice}>
          {t('field.none')}. {work.rows.length === 0 && t('field.none_hint')}
        </p>
      )}
      {work?.more && <p className={classes.notice}>{t('field.more', { count: work.rows.length })}</p>}
      {(isWhole ? works : works.slice(0, AT_ONCE)).map((row) => (
        <FieldCard
          key={`${row.schedule_id} ${row.row_id} ${day}`}
          row={row}
          day={day}
          at={at}
          last={lastReport(own, row, day)}
          onReport={(draft) => queue.add(row, { day, ...draft })}
          below={renderBelow?.(row)}
        />
      ))}
      {others.length > 0 && !all && (
        <Button size="md" variant="subtle" fullWidth onClick={() => setAll(true)}>
          {t('field.others', { count: others.length })}
        </Button>
      )}
    </main>
  );
}

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS);

/** A report that does not count, with the reason, until the person has seen it. */
function Settled({ item, onDiscard }: { item: Queued; onDiscard(): void }) {
  const { t } = useTranslation();
  const { code, parameters = {} } = item.verdict ?? {};
  return (
    <p className={classes.notice} data-state={item.state} role="alert">
      {item.rowName}, {formatLocal(`${item.report.day}T00:00`)}:{' '}
      {formatNumber(item.report.amount, { decimals: Number.isInteger(item.report.amount) ? 0 : 2 })} · {t(`entries.state_${item.state}`)}
      {code && `: ${reasonText({ code, parameters }, t)}`}
      {item.verdict?.reason && `: ${item.verdict.reason}`}{' '}
      <Anchor component="button" onClick={onDiscard}>
        {t('field.discard')}
      </Anchor>
    </p>
  );
}
