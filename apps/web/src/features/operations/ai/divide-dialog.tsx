import type { AiProposal, Edited } from '@gantry/contract';
import { Alert, Button, Group, Loader, Modal, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { useJob } from '../../access/jobs/jobs.queries.ts';
import { acceptedOf, checkText, type ChosenPart, chosenOf, followedBy, isReady } from './ai.model.ts';
import classes from './ai.module.css';
import { applyProposal, rejectProposal, useAiModel, useProposal } from './ai.queries.ts';
import { NotLoaded } from './not-loaded.tsx';
import { ExampleText, PartRow } from './part-row.tsx';
import { ProposalHistory } from './proposal-history.tsx';

type Props = {
  versionId: number;
  /** The row that is to be divided; null: closed. */
  itemId: number | null;
  name: string;
  minutesPerDay: number;
  onEdited(send: () => Promise<Edited>): Promise<unknown>;
  onClose(): void;
};

/** The parts that the history of the space proposes for a row: changed, ticked and accepted by a person alone. */
export function DivideDialog({ itemId, name, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={itemId !== null} onClose={onClose} title={t('ai.divide_title', { name })} size={940}>
      {itemId !== null && <Asked key={itemId} itemId={itemId} onClose={onClose} {...rest} />}
    </Modal>
  );
}

type AskedProps = Omit<Props, 'itemId' | 'name'> & { itemId: number };

function Asked({ versionId, itemId, ...rest }: AskedProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [hint, setHint] = useState('');
  const [typed, setTyped] = useState('');
  const [asksModel, setAsksModel] = useState(false);
  const [showsEarlier, setShowsEarlier] = useState(false);
  const { model, allowed } = useAiModel();
  const { data, error, refetch } = useProposal(versionId, itemId, { hint, model: asksModel });
  const job = useJob(data?.state.job_id ?? null);
  const isRead = job?.status === 'done';
  useEffect(() => {
    if (isRead) void queries.invalidateQueries({ queryKey: ['ai', 'decompose', versionId, itemId] });
  }, [isRead, queries, versionId, itemId]);
  return (
    <>
      <form
        className={classes.hint}
        onSubmit={(event) => {
          event.preventDefault();
          setHint(typed.trim());
        }}
      >
        <TextInput label={t('ai.hint')} size="xs" maxLength={512} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        <Button type="submit" size="xs" variant="default">
          {t('ai.hint_act')}
        </Button>
        {model && allowed && (
          <Switch
            size="xs"
            mb={6}
            label={t('ai.ask_model', { model: model.name })}
            checked={asksModel}
            onChange={(event) => setAsksModel(event.currentTarget.checked)}
          />
        )}
      </form>
      {error ? (
        <Failed error={error} onRetry={refetch} />
      ) : !data ? (
        <Loader size="sm" role="status" aria-label={t('ai.looking')} />
      ) : (
        <>
          {data.state.unread > 0 && <p className={classes.note}>{t('ai.unread', { count: data.state.unread })}</p>}
          {(data.model ?? data.silence) && (
            <p role="status" className={classes.note}>
              {data.silence ? t(`ai.silence_${data.silence}`) : t('ai.by_model', { model: data.model })}
            </p>
          )}
          {data.rows.length ? (
            <Parts key={`${data.history_id} ${data.source}`} proposal={data} {...rest} />
          ) : (
            <p role="status">{t('ai.nothing_alike')}</p>
          )}
        </>
      )}
      <details className={classes.earlier} onToggle={(event) => setShowsEarlier(event.currentTarget.open)}>
        <summary>{t('ai.earlier')}</summary>
        {showsEarlier && (
          <ProposalHistory versionId={versionId} itemId={itemId} current={data?.history_id ?? null} minutesPerDay={rest.minutesPerDay} />
        )}
      </details>
    </>
  );
}

/** Why there is no proposal. What was refused is not asked for again: it would be refused again. */
function Failed({ error, onRetry }: { error: Error; onRetry(): unknown }) {
  const { t } = useTranslation();
  const refused = refusalText(error, t);
  if (!refused) return <NotLoaded text={t('ai.not_loaded')} onRetry={onRetry} />;
  return (
    <Alert role="alert" color="var(--gantry-error)">
      {refused}
    </Alert>
  );
}

type PartsProps = Pick<Props, 'minutesPerDay' | 'onEdited' | 'onClose'> & { proposal: AiProposal };

function Parts({ proposal, minutesPerDay, onEdited, onClose }: PartsProps) {
  const { t } = useTranslation();
  const [parts, setParts] = useState<ChosenPart[]>(() => chosenOf(proposal));
  const [busy, setBusy] = useState(false);
  const { history_id: historyId, revision, relations, examples, checks } = proposal;
  const change = (key: string, fields: Partial<ChosenPart>): void =>
    setParts(parts.map((part) => (part.key === key ? { ...part, ...fields } : part)));
  const taken = parts.filter((part) => part.taken).length;
  const apply = async (): Promise<void> => {
    if (historyId === null) return;
    setBusy(true);
    try {
      await onEdited(() => applyProposal({ history_id: historyId, revision, ...acceptedOf(parts, relations) }));
      showToast('ok', t('ai.applied', { count: taken }));
      onClose();
    } catch {
      // The one error handler has named the reason; the dialog stays with what was typed.
    } finally {
      setBusy(false);
    }
  };
  const reject = async (): Promise<void> => {
    if (historyId === null) return;
    await rejectProposal(historyId);
    showToast('ok', t('ai.rejected'));
    onClose();
  };
  return (
    <>
      <div className={classes.parts}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('ai.part')}</th>
              <th scope="col">{t('ai.days')}</th>
              <th scope="col">{t('ai.volume')}</th>
              <th scope="col">{t('ai.unit')}</th>
              <th scope="col">{t('ai.after')}</th>
              <th scope="col">{t('ai.norm')}</th>
              <th scope="col">{t('ai.support')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part, at) => (
              <PartRow
                key={part.key}
                part={part}
                place={at + 1}
                after={followedBy(part.key, parts, relations)}
                examples={examples}
                minutesPerDay={minutesPerDay}
                onChange={(fields) => change(part.key, fields)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Dates proposal={proposal} />
      {checks.length > 0 && (
        <ul className={classes.checks}>
          {checks.map((check) => {
            const [key, params] = checkText(check);
            return <li key={check.code}>{t(key, { ...params, count: Number(params['count'] ?? 0) })}</li>;
          })}
        </ul>
      )}
      <p className={classes.note}>
        {t('ai.examples')}:{' '}
        {examples.map((example, at) => (
          <span key={at}>
            {at > 0 && '; '}
            <ExampleText example={example} />
          </span>
        ))}
      </p>
      <p className={classes.note}>{t('ai.undo_hint')}</p>
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void reject()}>
          {t('ai.reject')}
        </Button>
        <Button disabled={!isReady(parts)} loading={busy} onClick={() => void apply()}>
          {t('ai.apply', { count: taken })}
        </Button>
      </Group>
    </>
  );
}

/** What the parts, as proposed, do to the row and to the plan. */
function Dates({ proposal: { dates } }: { proposal: AiProposal }) {
  const { t } = useTranslation();
  if (!dates) return null;
  const [rowBefore, rowAfter, before, after] = [
    dates.row_finish_before,
    dates.row_finish_after,
    dates.finish_before,
    dates.finish_after,
  ].map((date) => formatLocal(date));
  return (
    <p>
      {dates.row_finish_before !== null &&
        (rowBefore === rowAfter
          ? t('ai.row_finish_same', { finish: rowAfter })
          : t('ai.row_finish_moves', { before: rowBefore, after: rowAfter }))}{' '}
      {before === after ? t('ai.plan_finish_same', { finish: after }) : t('ai.plan_finish_moves', { before, after })}{' '}
      {dates.moved > 0 && t('ai.moved', { count: dates.moved })} {dates.critical && t('ai.is_critical')} {t('ai.as_proposed')}
    </p>
  );
}
