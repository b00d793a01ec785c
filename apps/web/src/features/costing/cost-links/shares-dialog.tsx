import { COST_PARTS, COST_WEIGHTS, type CostPart, type CostWeight } from '@gantry/domain';
import { Checkbox, Modal, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import type { CostLink, NewLink } from './cost-links.queries.ts';
import classes from './link-panel.module.css';

type Props = {
  /** The row with its links; null: closed. */
  row: { name: string; links: readonly CostLink[] } | null;
  nameOf(itemId: number | null): string;
  onSave(links: NewLink[]): Promise<unknown>;
  onClose(): void;
};

/** What each work takes of a row: a part of it, or by its weight of what parts leave. */
export function SharesDialog({ row, nameOf, onSave, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={row !== null} onClose={onClose} title={row && t('cost_link.shares_of', { name: row.name })} size={900}>
      {row && <SharesForm links={row.links} nameOf={nameOf} onSave={onSave} onClose={onClose} />}
    </Modal>
  );
}

const SHARE = /^(?:\d{1,9}(?:\/\d{1,9}|[.,]\d{1,8})?)?$/;
type Draft = { share: string; by: CostWeight | null; parts: CostPart[]; unit_factor: number | null; locked: boolean };

function SharesForm({ links, nameOf, onSave, onClose }: Omit<Props, 'row'> & { links: readonly CostLink[] }) {
  const { t } = useTranslation();
  const [drafts, setDrafts] = useState<Draft[]>(() =>
    links.map(({ share, by, parts, unit_factor, locked }) => ({ share: share ?? '', by, parts: parts ?? [], unit_factor, locked })),
  );
  const set = (at: number, change: Partial<Draft>): void =>
    setDrafts(drafts.map((draft, place) => (place === at ? { ...draft, ...change } : draft)));
  const save = (): Promise<unknown> =>
    onSave(
      links.map(({ row_id, item_id }, at) => {
        const { share, by, parts, unit_factor, locked } = drafts[at];
        const given = { share: share.trim().replace(',', '.') || null, by, parts: parts.length ? parts : null };
        return { row_id, item_id, ...given, unit_factor, locked };
      }),
    );
  return (
    <DialogForm submitLabel={t('ui.save')} ready={drafts.every(({ share }) => SHARE.test(share.trim()))} onSubmit={save} onClose={onClose}>
      <p className={classes.note}>{t('cost_link.shares_hint')}</p>
      <div className={classes.costs}>
        <table>
          <thead>
            <tr>
              {['work', 'share', 'weight', 'of_parts', 'unit_factor', 'locked', 'amount'].map((head) => (
                <th
                  key={head}
                  scope="col"
                  data-number={head === 'amount' || undefined}
                  title={head === 'unit_factor' ? t('compliance.unit_factor_hint') : undefined}
                >
                  {t(`cost_link.${head === 'share' ? 'part' : head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {links.map(({ id, item_id, amount }, at) => {
              const name = nameOf(item_id);
              const { share, by, parts, unit_factor, locked } = drafts[at];
              return (
                <tr key={id}>
                  <td>{name}</td>
                  <td>
                    <TextInput
                      size="xs"
                      w={90}
                      aria-label={t('ui.named', { name: t('cost_link.part'), text: name })}
                      placeholder={t('cost_link.by_weight')}
                      error={SHARE.test(share.trim()) ? null : t('validation.share')}
                      value={share}
                      onChange={({ currentTarget }) => set(at, { share: currentTarget.value })}
                    />
                  </td>
                  <td>
                    <Select
                      size="xs"
                      w={140}
                      clearable
                      disabled={share.trim() !== '' || item_id === null}
                      aria-label={t('ui.named', { name: t('cost_link.weight'), text: name })}
                      placeholder={t('cost_link.as_settings')}
                      data={COST_WEIGHTS.map((value) => ({ value, label: t(`cost_link.by_${value}`) }))}
                      value={by}
                      onChange={(value) => set(at, { by: value })}
                    />
                  </td>
                  <td>
                    <MultiSelect
                      size="xs"
                      w={170}
                      aria-label={t('ui.named', { name: t('cost_link.of_parts'), text: name })}
                      placeholder={parts.length ? undefined : t('cost_link.all_parts')}
                      data={COST_PARTS.map((value) => ({ value, label: t(`cost_part.${value}`) }))}
                      value={parts}
                      onChange={(value) => set(at, { parts: value })}
                    />
                  </td>
                  <td>
                    <NumberInput
                      size="xs"
                      w={80}
                      hideControls
                      min={0}
                      max={1e9}
                      disabled={item_id === null}
                      aria-label={t('ui.named', { name: t('cost_link.unit_factor'), text: name })}
                      placeholder={t('cost_link.by_units')}
                      defaultValue={unit_factor ?? ''}
                      onChange={(value) => set(at, { unit_factor: typeof value === 'number' ? value : null })}
                    />
                  </td>
                  <td>
                    <Checkbox
                      size="xs"
                      aria-label={t('ui.named', { name: t('cost_link.locked'), text: name })}
                      checked={locked}
                      onChange={({ currentTarget }) => set(at, { locked: currentTarget.checked })}
                    />
                  </td>
                  <td data-number>
                    {amount === null ? '–' : formatNumber(Number(amount), { decimals: amount.split('.')[1]?.length ?? 0 })}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </DialogForm>
  );
}
