import type { HealthChange, HealthCheckName, Edited } from '@gantry/contract';
import { Button, Checkbox, Group, Loader, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { changeText, sideText } from './health.model.ts';
import { applyFixes, useFixes } from './health.queries.ts';
import classes from './health.module.css';

type Props = {
  versionId: number;
  revision: number;
  /** Null: closed. */
  check: HealthCheckName | null;
  minutesPerDay: number;
  nameOf(itemId: number): string;
  onOpen(itemId: number): void;
  onEdited(send: () => Promise<Edited>): Promise<unknown>;
  onClose(): void;
};

/** What the fix of a check would change, line by line, with what it does to dates; applied only when somebody agrees. */
export function FixDialog({ check, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  const title = check ? t('health.fix_title', { check: t(`health.check_${check}`) }) : '';
  return (
    <Modal opened={check !== null} onClose={onClose} title={title} size={760}>
      {check && <Fixes key={`${check} ${rest.revision}`} check={check} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function Fixes({ versionId, revision, check, minutesPerDay, nameOf, onOpen, onEdited, onClose }: Props & { check: HealthCheckName }) {
  const { t } = useTranslation();
  const { data, isError } = useFixes(versionId, check, revision);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  if (isError) return <p role="alert">{t('health.not_loaded')}</p>;
  if (!data) return <Loader size="sm" role="status" aria-label={t('health.loading')} />;
  const chosen = data.changes.flatMap((_, place) => (left.has(place) ? [] : [place]));
  const toggle = (place: number): void => setLeft(new Set(left.has(place) ? [...left].filter((one) => one !== place) : [...left, place]));
  const day = (date: string | null): string => formatLocal(date);
  const apply = async (): Promise<void> => {
    setBusy(true);
    try {
      await onEdited(() => applyFixes(versionId, check, data.revision, chosen));
      showToast('ok', t('health.applied', { count: chosen.length }));
      onClose();
    } catch {
      // The one error handler has named the reason; the dialog stays with what stands now.
    } finally {
      setBusy(false);
    }
  };
  if (!data.changes.length) return <p>{t('health.nothing_safe')}</p>;
  return (
    <>
      <p>
        {data.finish_before === data.finish_after
          ? t('health.finish_same', { finish: day(data.finish_after) })
          : t('health.finish_moves', { before: day(data.finish_before), after: day(data.finish_after) })}{' '}
        {data.moved ? t('health.moved', { count: data.moved }) : t('health.moved_none')}
      </p>
      <div className={classes.changes}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('health.row')}</th>
              <th scope="col">{t('health.change')}</th>
              <th scope="col">{t('health.before')}</th>
              <th scope="col">{t('health.after')}</th>
            </tr>
          </thead>
          <tbody>
            {data.changes.map((change: HealthChange, place) => (
              <tr key={place}>
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={t('ui.named', { name: t('health.choose'), text: nameOf(change.row_id) })}
                    checked={!left.has(place)}
                    onChange={() => toggle(place)}
                  />
                </td>
                <th scope="row">
                  <button
                    type="button"
                    className={classes.row}
                    onClick={() => {
                      onClose();
                      onOpen(change.row_id);
                    }}
                  >
                    <bdi>{nameOf(change.row_id)}</bdi>
                  </button>
                </th>
                <td>{changeText(change, nameOf, t)}</td>
                <td>
                  <del>{sideText(change, change.before, minutesPerDay, t)}</del>
                </td>
                <td>
                  <ins>{sideText(change, change.after, minutesPerDay, t)}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.note}>{t('health.undo_hint')}</p>
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button disabled={!chosen.length} loading={busy} onClick={() => void apply()}>
          {t('health.apply', { count: chosen.length })}
        </Button>
      </Group>
    </>
  );
}
