import { Loader, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { type CostLink, type LostRow, type NewLink, useLostRows } from './cost-links.queries.ts';
import classes from './link-panel.module.css';

type Props = {
  opened: boolean;
  spaceId: number;
  versionId: number | null;
  estimateId: number;
  /** Links of the version with the estimate. */
  links: readonly CostLink[];
  nameOf(itemId: number | null): string;
  onSave(links: NewLink[], gone: number[]): Promise<unknown>;
  onClose(): void;
};

/** From here on a row is offered as the one that goes on: its name or code is the same. */
const LIKELY = 0.9;
const REMOVE = 'remove';

/** Links whose row a new edition has no more: the rows that look like it, to which they go. */
export function RelinkDialog({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('cost_link.relink')} size={980}>
      {opened && <RelinkForm {...props} onClose={onClose} />}
    </Modal>
  );
}

function RelinkForm({ spaceId, versionId, estimateId, links, nameOf, onSave, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const { data, error } = useLostRows(spaceId, versionId, estimateId);
  const [chosen, setChosen] = useState<Readonly<Record<number, string | null>>>({});
  const choiceOf = ({ row_id, rows }: LostRow): string | null => {
    const own = chosen[row_id];
    if (own !== undefined) return own;
    return rows[0] && rows[0].score >= LIKELY ? String(rows[0].row_id) : null;
  };
  if (error) return <p role="alert">{refusalText(error, t)}</p>;
  if (!data) return <Loader size="sm" role="status" aria-label={t('cost_link.relink')} />;
  const decided = data.lost.filter((row) => choiceOf(row) !== null);
  const save = (): Promise<unknown> =>
    onSave(
      decided.flatMap((row) => {
        const to = choiceOf(row);
        if (to === null || to === REMOVE) return [];
        const own = links.filter(({ row_id }) => row_id === row.row_id);
        return own.map(({ item_id, share, by, parts, unit_factor, locked }) => {
          const row_id = Number(to);
          return { row_id, item_id, share, by, parts, unit_factor, locked };
        });
      }),
      decided.map(({ row_id }) => row_id),
    );
  return (
    <DialogForm
      submitLabel={decided.length ? t('cost_link.relink_rows', { number: formatCount(decided.length) }) : null}
      ready
      onSubmit={save}
      onClose={onClose}
    >
      <p className={classes.note}>{t('cost_link.relink_hint')}</p>
      <div className={classes.costs} tabIndex={0} role="region" aria-label={t('cost_link.relink')}>
        <RecordTable label={t('cost_link.relink')} heads={[t('cost_link.lost_row'), t('cost_link.column'), t('cost_link.relink_to')]}>
          {data.lost.map((row) => (
            <tr key={row.row_id}>
              <td data-wrap>
                <b>{row.code}</b> {row.name}
              </td>
              <td data-wrap>
                {links
                  .filter(({ row_id }) => row_id === row.row_id)
                  .map(({ item_id }) => nameOf(item_id))
                  .join(', ')}
              </td>
              <td>
                <Select
                  size="xs"
                  w={380}
                  clearable
                  aria-label={t('ui.named', { name: t('cost_link.relink_to'), text: row.name })}
                  placeholder={t('cost_link.relink_later')}
                  data={[
                    ...row.rows.map((one) => ({ value: String(one.row_id), label: labelOf(one) })),
                    { value: REMOVE, label: t('cost_link.relink_remove') },
                  ]}
                  value={choiceOf(row)}
                  onChange={(value) => setChosen({ ...chosen, [row.row_id]: value })}
                />
              </td>
            </tr>
          ))}
        </RecordTable>
      </div>
      {data.count > data.lost.length && <p>{t('cost_link.relink_more', { number: formatCount(data.count - data.lost.length) })}</p>}
    </DialogForm>
  );
}

function labelOf({ number, code, name, amount }: LostRow['rows'][number]): string {
  const money = amount === null ? '' : formatNumber(Number(amount), { decimals: amount.split('.')[1]?.length ?? 0 });
  return [[number, code, name].filter(Boolean).join(' '), money].filter(Boolean).join(' · ');
}
