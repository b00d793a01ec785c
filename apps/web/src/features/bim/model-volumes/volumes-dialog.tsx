import { MODEL_QUANTITIES, type ModelQuantity } from '@gantry/contract';
import { Button, Checkbox, Loader, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { MeasuredBadge } from './measured-badge.tsx';
import { takeBack, takeVolumes, useVolumes } from './model-volumes.queries.ts';
import classes from './volumes.module.css';

const LISTED = 500;

type Props = { spaceId: number; place: { versionId: number; linkId: number } | null; onClose: () => void };

/** Volumes of works as their elements have them: shown with their sources, taken for the works that are chosen, and taken back at once. */
export function VolumesDialog({ spaceId, place, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={place !== null} onClose={onClose} title={t('model_volume.title')} size={860}>
      {place && <Volumes spaceId={spaceId} place={place} />}
    </Modal>
  );
}

function Volumes({ spaceId, place }: { spaceId: number; place: NonNullable<Props['place']> }) {
  const { t } = useTranslation();
  const [quantity, setQuantity] = useState<ModelQuantity>('by_unit');
  const { data, error, refetch } = useVolumes(spaceId, place, quantity);
  const [off, setOff] = useState<ReadonlySet<number>>(new Set());
  const [done, setDone] = useState<{ revision: number; works: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const chosen = data?.works.filter(({ item_id }) => !off.has(item_id)) ?? [];
  const flip = (id: number): void => {
    const next = new Set(off);
    if (!next.delete(id)) next.add(id);
    setOff(next);
  };
  const during = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    // What a call refuses has been said by it.
    await act().catch(() => {});
    setBusy(false);
    await refetch();
  };
  const take = (): Promise<void> =>
    during(async () => {
      const ids = chosen.map(({ item_id }) => item_id);
      const { revision, works } = await takeVolumes(spaceId, place, quantity, ids);
      setDone({ revision, works: works.length });
    });
  const undo = (): Promise<void> =>
    during(async () => {
      if (done) await takeBack(spaceId, place.versionId, done.revision);
      setDone(null);
    });
  if (error) return <p>{refusalText(error, t)}</p>;
  if (!data) return <Loader size="sm" role="status" aria-label={t('model_volume.title')} />;
  return (
    <div className={classes.dialog}>
      <Select
        size="xs"
        w={260}
        label={t('model_volume.quantity')}
        allowDeselect={false}
        value={quantity}
        data={MODEL_QUANTITIES.map((value) => ({ value, label: t(`model_volume.quantity_${value}`) }))}
        onChange={(value) => value && setQuantity(value)}
      />
      {data.works.length === 0 ? (
        <p role="status">{t(data.same > 0 ? 'model_volume.all_same' : 'model_volume.none')}</p>
      ) : (
        <div className={classes.table}>
          <RecordTable
            label={t('model_volume.title')}
            heads={['', t('model_volume.work'), t('model_volume.before'), t('model_volume.after'), t('model_volume.source')]}
            numbers={[2, 3]}
          >
            {data.works.slice(0, LISTED).map((work) => (
              <tr key={work.item_id}>
                <td data-tight>
                  <Checkbox
                    size="xs"
                    aria-label={t('model_volume.take_of', { name: work.name })}
                    checked={!off.has(work.item_id)}
                    onChange={() => flip(work.item_id)}
                  />
                </td>
                <td>
                  <bdi>{[work.code, work.name].filter(Boolean).join(' ')}</bdi>
                </td>
                <td className={classes.number} data-quiet>
                  {work.before === null ? '—' : formatNumber(work.before)}
                </td>
                <td className={classes.number}>
                  {formatNumber(work.after)} {work.unit}
                </td>
                <td data-quiet>
                  <MeasuredBadge {...work} />
                </td>
              </tr>
            ))}
          </RecordTable>
        </div>
      )}
      {data.left_out.length > 0 && (
        <details>
          <summary>{t('model_volume.left_out', { number: formatCount(data.left_out.length) })}</summary>
          <ul>
            {data.left_out.slice(0, LISTED).map(({ item_id, code, name, why }) => (
              <li key={item_id}>
                <bdi>{[code, name].filter(Boolean).join(' ')}</bdi>: {t(`model_volume.why_${why}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className={classes.foot}>
        {done && (
          <>
            <span role="status">{t('model_volume.done', { number: formatCount(done.works) })}</span>
            <Button size="xs" variant="default" disabled={busy} onClick={() => void undo()}>
              {t('model_link.undo')}
            </Button>
          </>
        )}
        <Button size="xs" disabled={chosen.length === 0 || busy} onClick={() => void take()}>
          {t('model_volume.take', { number: formatCount(chosen.length) })}
        </Button>
      </div>
    </div>
  );
}
