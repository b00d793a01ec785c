import type { AiProposal, AiProposedNorm, Edited } from '@gantry/contract';
import { Alert, Button, Checkbox, Group, Loader, Modal, NumberInput, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { useJob } from '../../access/jobs/jobs.queries.ts';
import { acceptedOf, checkText, type ChosenPart, chosenOf, followedBy, isReady } from './ai.model.ts';
import { applyProposal, useAiModel, useProposal, useProposals } from './ai.queries.ts';
import classes from './ai.module.css';

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
  const { model, allowed } = useAiModel();
  const { data, error } = useProposal(versionId, itemId, { hint, model: asksModel });
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
            label={t('ai.ask_model', { model: model.name })}
            checked={asksModel}
            onChange={(event) => setAsksModel(event.currentTarget.checked)}
          />
        )}
      </form>
      {error ? (
        <Alert role="alert" color="var(--gantry-error)">
          {refusalText(error, t) || t('ai.not_loaded')}
        </Alert>
      ) : !data ? (
        <Loader size="sm" role="status" aria-label={t('ai.looking')} />
      ) : (
        <>
          {data.state.unread > 0 && <p className={classes.note}>{t('ai.unread', { count: data.state.unread })}</p>}
          {asksModel && data.rows.length > 0 && (
            <p role="status" className={classes.note}>
              {data.model ? t('ai.by_model', { model: data.model }) : t('ai.model_no_use')}
            </p>
          )}
          {data.rows.length ? (
            <Parts key={`${data.history_id} ${data.source}`} proposal={data} {...rest} />
          ) : (
            <p role="status">{t('ai.nothing_alike')}</p>
          )}
        </>
      )}
      <Earlier versionId={versionId} itemId={itemId} current={data?.history_id ?? null} />
    </>
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
              <tr key={part.key} data-left={!part.taken || undefined}>
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={t('ai.choose', { name: part.name })}
                    checked={part.taken}
                    onChange={() => change(part.key, { taken: !part.taken })}
                  />
                </td>
                <td className={classes.name}>
                  <span>{at + 1}</span>
                  <TextInput
                    size="xs"
                    aria-label={t('ai.part')}
                    maxLength={512}
                    value={part.name}
                    disabled={!part.taken}
                    onChange={(event) => change(part.key, { name: event.currentTarget.value })}
                  />
                </td>
                <td>
                  <NumberInput
                    size="xs"
                    w={90}
                    aria-label={t('ai.days')}
                    min={0}
                    decimalScale={2}
                    hideControls
                    value={part.minutes / minutesPerDay}
                    disabled={!part.taken || part.type.startsWith('milestone')}
                    onChange={(value) => change(part.key, { minutes: Math.round(Number(value) * minutesPerDay) })}
                  />
                </td>
                <td>
                  <NumberInput
                    size="xs"
                    w={90}
                    aria-label={t('ai.volume')}
                    min={0}
                    hideControls
                    value={part.volume ?? ''}
                    disabled={!part.taken}
                    onChange={(value) => change(part.key, { volume: value === '' ? null : Number(value) })}
                  />
                </td>
                <td>{part.volume === null ? '' : part.unit}</td>
                <td>{followedBy(part.key, parts, relations)}</td>
                <td>{part.norm && <NormCell norm={part.norm} part={part} onChange={(byNorm) => change(part.key, { byNorm })} />}</td>
                <td title={part.sources.map((place) => examples[place]?.name).join('\n')}>
                  {t('ai.support_share', { share: Math.round(part.support * 100) })}
                </td>
              </tr>
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
            <bdi>{example.schedule}</bdi> / <bdi>{example.name}</bdi> ({t('ai.likeness', { share: Math.round(example.likeness * 100) })})
          </span>
        ))}
      </p>
      <p className={classes.note}>{t('ai.undo_hint')}</p>
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button disabled={!isReady(parts)} loading={busy} onClick={() => void apply()}>
          {t('ai.apply', { count: taken })}
        </Button>
      </Group>
    </>
  );
}

type NormCellProps = { norm: AiProposedNorm; part: ChosenPart; onChange(byNorm: boolean): void };

/** The norm that hours and duration of a part come from, which can be left out. */
function NormCell({ norm, part: { name, taken, byNorm }, onChange }: NormCellProps) {
  const { t } = useTranslation();
  const hours = formatNumber(Math.round((norm.labour_hours || norm.machine_hours) * 10) / 10);
  return (
    <Checkbox
      size="xs"
      label={
        <>
          <bdi>{norm.code || norm.name}</bdi>, {t('ai.norm_hours', { hours })}
        </>
      }
      aria-label={t('ai.norm_take', { name, norm: norm.name || norm.code })}
      title={t(`ai.norm_by_${norm.by}`, { norm: norm.name || norm.code, unit: norm.unit, crew: formatNumber(norm.crew) })}
      checked={byNorm}
      disabled={!taken}
      onChange={() => onChange(!byNorm)}
    />
  );
}

/** What the parts, as proposed, do to the row and to the plan. */
function Dates({ proposal: { dates } }: { proposal: AiProposal }) {
  const { t } = useTranslation();
  if (!dates) return null;
  const { row_finish_before: rowBefore, row_finish_after: rowAfter, finish_before: before, finish_after: after } = dates;
  const day = (date: string | null): string => formatLocal(date);
  return (
    <p>
      {rowBefore !== null &&
        (rowBefore === rowAfter
          ? t('ai.row_finish_same', { finish: day(rowAfter) })
          : t('ai.row_finish_moves', { before: day(rowBefore), after: day(rowAfter) }))}{' '}
      {before === after
        ? t('ai.plan_finish_same', { finish: day(after) })
        : t('ai.plan_finish_moves', { before: day(before), after: day(after) })}{' '}
      {dates.moved > 0 && t('ai.moved', { count: dates.moved })} {dates.critical && t('ai.is_critical')} {t('ai.as_proposed')}
    </p>
  );
}

function Earlier({ versionId, itemId, current }: { versionId: number; itemId: number; current: number | null }) {
  const { t } = useTranslation();
  const earlier = (useProposals(versionId, itemId).data?.items ?? []).filter(({ id }) => id !== current);
  if (!earlier.length) return null;
  return (
    <details className={classes.earlier}>
      <summary>{t('ai.earlier')}</summary>
      <ul>
        {earlier.map(({ id, at, author, state, rows, model }) => (
          <li key={id}>
            {formatInstant(at)}, <bdi>{author}</bdi>: {t('ai.rows', { count: rows })}, {t(`ai.state_${state}`)}
            {model && `, ${t('ai.by_model', { model })}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
