import type { Edited } from '@gantry/contract';
import type { ResourceRate } from '@gantry/domain';
import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localToday } from '../../../lib/dates.ts';
import { formatMoney } from '../../../lib/numbers.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AssignmentFields, PRICES } from './assignment-fields.tsx';
import { saveAssignment, saveAutoActuals, savePerson, saveRates, useRowResources, type VersionResource } from './resources.queries.ts';
import classes from './resource-rates-panel.module.css';

type Props = {
  versionId: number;
  revision: number;
  itemId: number;
  /** Working minutes of a day of the row. */
  minutesPerDay: number;
  /** People of the space whom a resource can stand for. */
  people: readonly { value: number; label: string }[];
  readOnly: boolean;
  /** Takes in the change that an edit made. */
  onEdited(send: () => Promise<Edited>): void;
};

/** The resources of a row: how much it takes of each and how that lies, and prices and limits over time. */
export function ResourceRatesPanel({ versionId, itemId, revision, minutesPerDay, people, readOnly, onEdited }: Props) {
  const { t } = useTranslation();
  const { data } = useRowResources(versionId, itemId, revision);
  const [chosen, setChosen] = useState<number | null>(null);
  const resources = data?.resources ?? [];
  const resource = resources.find(({ id }) => id === chosen) ?? resources.at(0);
  const personField = (what: 'person' | 'manager', chosen: number | null, save: (id: number | null) => Promise<Edited>) => (
    <NativeSelect
      size="xs"
      label={t(`resource.${what}`)}
      description={t(`resource.${what}_hint`)}
      disabled={readOnly}
      value={String(chosen ?? '')}
      data={[{ value: '', label: t('resource.nobody') }, ...people.map(({ value, label }) => ({ value: String(value), label }))]}
      onChange={({ currentTarget }) => {
        const id = currentTarget.value === '' ? null : Number(currentTarget.value);
        onEdited(() => save(id));
      }}
    />
  );
  if (!resource) return data ? <p className={classes.none}>{t('resource.none_of_row')}</p> : null;
  return (
    <section className={classes.panel} aria-label={t('resource.title')}>
      <h3 className={classes.title}>{t('resource.title')}</h3>
      <NativeSelect
        size="xs"
        aria-label={t('resource.of_row')}
        value={String(resource.id)}
        data={resources.map(({ id, code, name }) => ({ value: String(id), label: [...new Set([code, name])].filter(Boolean).join(' ') }))}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
      {resource.kind === 'labour' && (
        <>
          {personField('person', resource.user_id, (user_id) => savePerson(versionId, resource.id, { user_id }))}
          {resource.user_id !== null &&
            personField('manager', resource.manager_id, (manager_id) => savePerson(versionId, resource.id, { manager_id }))}
        </>
      )}
      <Group gap="xs" align="flex-end" mt={8}>
        {resource.assignment && (
          <AssignmentFields
            key={resource.assignment.id}
            assignment={resource.assignment}
            unit={resource.kind === 'labour' ? t('ui.unit_hours') : resource.unit}
            minutesPerDay={minutesPerDay}
            readOnly={readOnly}
            onSave={(id, change) => onEdited(() => saveAssignment(versionId, id, change))}
          />
        )}
        <Checkbox
          size="xs"
          label={t('resource.auto_actuals')}
          disabled={readOnly}
          checked={resource.auto_actuals}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            onEdited(() => saveAutoActuals(versionId, resource.id, checked));
          }}
        />
      </Group>
      <h4 className={classes.part}>{t('resource.rates')}</h4>
      <RatesTable
        key={`${resource.id} ${JSON.stringify(resource.rates)}`}
        resource={resource}
        readOnly={readOnly}
        onSave={(rates) => onEdited(() => saveRates(versionId, resource.id, rates))}
      />
    </section>
  );
}

type TableProps = { resource: VersionResource; readOnly: boolean; onSave(rates: ResourceRate[]): void };

function RatesTable({ resource, readOnly, onSave }: TableProps) {
  const { t } = useTranslation();
  const [rates, setRates] = useState<ResourceRate[]>(resource.rates);
  const put = (row: number, change: Partial<ResourceRate>): void =>
    setRates(rates.map((rate, index) => (index === row ? { ...rate, ...change } : rate)));
  const add = (): void => {
    const last = rates.at(-1);
    const prices = last?.prices ?? [resource.price_per_unit];
    setRates([...rates, { from: last ? `${localToday()}T00:00` : null, limit: last ? last.limit : resource.limit, prices }]);
  };
  const withPrice = (prices: readonly (number | null)[], type: number, price: number | null): (number | null)[] =>
    PRICES.map((at) => (at === type ? price : (prices[at] ?? null)));
  return (
    <>
      {rates.length === 0 && (
        <p className={classes.hint}>
          {t('resource.no_rates', { price: resource.price_per_unit === null ? '–' : formatMoney(resource.price_per_unit) })}
        </p>
      )}
      {rates.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('resource.from')}</th>
                <th scope="col">{t('resource.limit')}</th>
                {PRICES.map((type) => (
                  <th key={type} scope="col">
                    {t('resource.price', { number: type + 1 })}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {rates.map(({ from, limit, prices }, row) => (
                <tr key={row}>
                  <td>
                    <DateField
                      size="xs"
                      w={110}
                      inside
                      aria-label={`${t('resource.from')} ${row + 1}`}
                      placeholder={row === 0 ? t('resource.always') : undefined}
                      required={row > 0}
                      readOnly={readOnly}
                      value={from}
                      onChange={(value) => value !== undefined && put(row, { from: value })}
                    />
                  </td>
                  <td>
                    <NumberField
                      size="xs"
                      aria-label={`${t('resource.limit')} ${row + 1}`}
                      readOnly={readOnly}
                      value={limit}
                      min={0}
                      onChange={(value) => put(row, { limit: value })}
                    />
                  </td>
                  {PRICES.map((type) => (
                    <td key={type}>
                      <NumberField
                        size="xs"
                        aria-label={`${t('resource.price', { number: type + 1 })} ${row + 1}`}
                        readOnly={readOnly}
                        value={prices[type] ?? null}
                        min={0}
                        onChange={(price) => put(row, { prices: withPrice(prices, type, price) })}
                      />
                    </td>
                  ))}
                  <td>
                    {!readOnly && (
                      <IconButton
                        size="sm"
                        variant="subtle"
                        icon={IconTrash}
                        label={t('resource.remove_rate', { row: row + 1 })}
                        onClick={() => setRates(rates.filter((_rate, index) => index !== row))}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!readOnly && (
        <div className={classes.acts}>
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={add}>
            {t('resource.add_rate')}
          </Button>
          {rates !== resource.rates && (
            <Button size="compact-sm" onClick={() => onSave(rates)}>
              {t('ui.save')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
