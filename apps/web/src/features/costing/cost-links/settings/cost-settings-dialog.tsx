import { type CostSettings, PERCENT_BASES } from '@gantry/contract';
import { COST_PARTS, COST_WEIGHTS, QUANTITIES_TO } from '@gantry/domain';
import { Checkbox, Group, Loader, Modal, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localToday } from '../../../../lib/dates.ts';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { DeflatorFields, isDeflator } from './deflator-fields.tsx';
import { IndicesFields, isQuarter, type ReadIndices } from './indices-fields.tsx';
import { Lines } from './settings-lines.tsx';
import classes from './cost-settings.module.css';

type Props = {
  opened: boolean;
  settings: CostSettings | undefined;
  mayEdit: boolean;
  readIndices: ReadIndices;
  onSave(settings: CostSettings): Promise<unknown>;
  onClose(): void;
};

/** How money of estimates comes to the works of a schedule: prices, parts, currencies and limited costs. */
export function CostSettingsDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('cost_link.settings')} size={1040}>
      {props.settings ? (
        <SettingsForm {...props} settings={props.settings} />
      ) : (
        <Loader size="sm" role="status" aria-label={t('cost_link.settings')} />
      )}
    </Modal>
  );
}

const PERCENT = /^\d{1,3}(?:[.,]\d{1,4})?$/;
const RATE = /^\d{1,12}(?:[.,]\d{1,8})?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CURRENCY = /^[A-Z]{3}$/;
type Percent = CostSettings['percents'][number];
type Rate = CostSettings['rates'][number];

function SettingsForm({ settings, mayEdit, readIndices, onSave, onClose }: Props & { settings: CostSettings }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(settings);
  const set = (change: Partial<CostSettings>): void => setDraft({ ...draft, ...change });
  const setRate = (at: number, change: Partial<Rate>): void =>
    set({ rates: draft.rates.map((rate, place) => (place === at ? { ...rate, ...change } : rate)) });
  const setPercent = (at: number, change: Partial<Percent>): void =>
    set({ percents: draft.percents.map((percent, place) => (place === at ? { ...percent, ...change } : percent)) });
  const ready =
    (draft.currency === null || CURRENCY.test(draft.currency)) &&
    draft.rates.every(
      ({ currency, rate, day }) => CURRENCY.test(currency) && RATE.test(rate) && Number(rate.replace(',', '.')) > 0 && DAY.test(day),
    ) &&
    draft.percents.every(({ name, rate }) => name.trim() !== '' && PERCENT.test(rate)) &&
    draft.indices.every(isQuarter) &&
    draft.deflators.every(isDeflator);
  const [today] = useState(() => localToday());
  return (
    <DialogForm submitLabel={mayEdit ? t('ui.save') : null} ready={ready} onSubmit={() => onSave(draft)} onClose={onClose}>
      <fieldset className={classes.fields} disabled={!mayEdit}>
        <Group grow>
          <Select
            label={t('cost_link.level')}
            allowDeselect={false}
            disabled={!mayEdit}
            data={(['current', 'base', 'indexed'] as const).map((value) => ({ value, label: t(`cost_link.level_${value}`) }))}
            value={draft.level}
            onChange={(level) => level && set({ level })}
          />
          <Select
            label={t('cost_link.by')}
            allowDeselect={false}
            disabled={!mayEdit}
            data={COST_WEIGHTS.map((value) => ({ value, label: t(`cost_link.by_${value}`) }))}
            value={draft.by}
            onChange={(by) => by && set({ by })}
          />
          <TextInput
            label={t('cost_link.currency')}
            placeholder={t('cost_link.currency_of_estimates')}
            maxLength={3}
            value={draft.currency ?? ''}
            onChange={({ currentTarget }) => set({ currency: currentTarget.value.trim().toUpperCase() || null })}
          />
        </Group>
        <Checkbox
          size="xs"
          label={t('cost_link.by_coefficients')}
          checked={draft.by_coefficients}
          onChange={({ currentTarget }) => set({ by_coefficients: currentTarget.checked })}
        />
        <Group grow>
          {(['volumes', 'labour'] as const).map((field) => (
            <Select
              key={field}
              label={t(`cost_link.${field}_to`)}
              allowDeselect={false}
              disabled={!mayEdit}
              data={QUANTITIES_TO.map((value) => ({ value, label: t(`cost_link.to_${value}`) }))}
              value={draft[field]}
              onChange={(value) => value && set({ [field]: value })}
            />
          ))}
        </Group>
        {draft.level === 'indexed' && (
          <IndicesFields
            indices={draft.indices}
            on={draft.indices_on}
            region={draft.indices_region}
            mayEdit={mayEdit}
            readFile={readIndices}
            onChange={set}
          />
        )}
        <Lines
          title={t('cost_link.rates')}
          hint={t('cost_link.rates_hint')}
          add={t('cost_link.add_rate')}
          onAdd={mayEdit && draft.rates.length < 20 ? () => set({ rates: [...draft.rates, { currency: '', rate: '', day: today }] }) : null}
        >
          {draft.rates.map(({ currency, rate, day }, at) => (
            <li key={at} data-of="rate">
              <TextInput
                size="xs"
                aria-label={t('cost_link.rate_currency', { place: at + 1 })}
                placeholder="EUR"
                maxLength={3}
                value={currency}
                onChange={({ currentTarget }) => setRate(at, { currency: currentTarget.value.trim().toUpperCase() })}
              />
              <TextInput
                size="xs"
                aria-label={t('cost_link.rate_value', { place: at + 1 })}
                placeholder={t('cost_link.rate_placeholder')}
                value={rate}
                onChange={({ currentTarget }) => setRate(at, { rate: currentTarget.value.trim() })}
              />
              <TextInput
                size="xs"
                type="date"
                aria-label={t('cost_link.rate_day', { place: at + 1 })}
                value={day}
                onChange={({ currentTarget }) => setRate(at, { day: currentTarget.value })}
              />
              <IconButton
                icon={IconTrash}
                variant="subtle"
                label={t('cost_link.delete_rate', { place: at + 1 })}
                onClick={() => set({ rates: draft.rates.filter((_rate, place) => place !== at) })}
              />
            </li>
          ))}
        </Lines>
        <Lines
          title={t('cost_link.percents')}
          hint={t('cost_link.percents_hint')}
          add={t('cost_link.add_percent')}
          onAdd={
            mayEdit && draft.percents.length < 20
              ? () =>
                  set({
                    percents: [
                      ...draft.percents,
                      { name: '', rate: '', of: 'so_far', parts: null, from: null, until: null, in_acts: false },
                    ],
                  })
              : null
          }
        >
          {draft.percents.length > 0 && (
            <li data-of="percent" className={classes.heads} aria-hidden="true">
              <span>{t('ui.name')}</span>
              <span>%</span>
              <span>{t('cost_link.head_of')}</span>
              <span>{t('cost_link.head_parts')}</span>
              <span>{t('cost_link.head_from')}</span>
              <span>{t('cost_link.head_until')}</span>
              <span>{t('cost_link.head_in_acts')}</span>
            </li>
          )}
          {draft.percents.map(({ name, rate, of, parts, from, until, in_acts }, at) => (
            <li key={at} data-of="percent">
              <TextInput
                size="xs"
                aria-label={t('cost_link.percent_name', { place: at + 1 })}
                placeholder={t('cost_link.percent_placeholder')}
                value={name}
                onChange={({ currentTarget }) => setPercent(at, { name: currentTarget.value })}
              />
              <TextInput
                size="xs"
                aria-label={t('cost_link.percent_rate', { place: at + 1 })}
                placeholder="%"
                value={rate}
                onChange={({ currentTarget }) => setPercent(at, { rate: currentTarget.value.trim() })}
              />
              <Select
                size="xs"
                aria-label={t('cost_link.percent_of', { place: at + 1 })}
                allowDeselect={false}
                data={PERCENT_BASES.map((value) => ({ value, label: t(`cost_link.of_${value}`) }))}
                value={of}
                onChange={(value) => value && setPercent(at, { of: value })}
              />
              <MultiSelect
                size="xs"
                aria-label={t('cost_link.percent_parts', { place: at + 1 })}
                placeholder={parts ? '' : t('cost_link.all_parts')}
                disabled={!mayEdit}
                data={COST_PARTS.map((part) => ({ value: part, label: t(`cost_part.${part}`) }))}
                value={parts ?? []}
                onChange={(chosen) => setPercent(at, { parts: chosen.length ? chosen : null })}
              />
              <TextInput
                size="xs"
                type="date"
                aria-label={t('cost_link.percent_from', { place: at + 1 })}
                title={t('cost_link.percent_from', { place: at + 1 })}
                value={from ?? ''}
                onChange={({ currentTarget }) => setPercent(at, { from: currentTarget.value || null })}
              />
              <TextInput
                size="xs"
                type="date"
                aria-label={t('cost_link.percent_until', { place: at + 1 })}
                title={t('cost_link.percent_until', { place: at + 1 })}
                value={until ?? ''}
                onChange={({ currentTarget }) => setPercent(at, { until: currentTarget.value || null })}
              />
              <Checkbox
                size="xs"
                aria-label={t('cost_link.percent_in_acts', { place: at + 1 })}
                title={t('cost_link.percent_in_acts', { place: at + 1 })}
                checked={in_acts}
                onChange={({ currentTarget }) => setPercent(at, { in_acts: currentTarget.checked })}
              />
              <IconButton
                icon={IconTrash}
                variant="subtle"
                label={t('cost_link.delete_percent', { place: at + 1 })}
                onClick={() => set({ percents: draft.percents.filter((_percent, place) => place !== at) })}
              />
            </li>
          ))}
        </Lines>
        <DeflatorFields deflators={draft.deflators} mayEdit={mayEdit} onChange={(deflators) => set({ deflators })} />
        <PartAttributes names={draft.part_attributes} onChange={(part_attributes) => set({ part_attributes })} />
      </fieldset>
    </DialogForm>
  );
}

type PartNames = CostSettings['part_attributes'];

/** The attributes that receive parts of costs, by their names. */
function PartAttributes({ names, onChange }: { names: PartNames; onChange(names: PartNames): void }) {
  const { t } = useTranslation();
  return (
    <section className={classes.lines}>
      <h3>{t('cost_link.part_attributes')}</h3>
      <p>{t('cost_link.part_attributes_hint')}</p>
      <div className={classes.parts}>
        {COST_PARTS.map((part) => (
          <TextInput
            key={part}
            size="xs"
            label={t(`cost_part.${part}`)}
            placeholder={t('cost_link.no_attribute')}
            maxLength={255}
            value={names[part] ?? ''}
            onChange={({ currentTarget }) => {
              const { [part]: _former, ...rest } = names;
              onChange(currentTarget.value === '' ? rest : { ...rest, [part]: currentTarget.value });
            }}
          />
        ))}
      </div>
    </section>
  );
}
