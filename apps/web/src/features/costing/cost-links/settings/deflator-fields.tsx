import type { CostSettings } from '@gantry/contract';
import { TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { isIndex, QUARTER } from './indices-fields.tsx';
import { Lines } from './settings-lines.tsx';

type Deflators = CostSettings['deflators'];

/** Whether a line can be saved. */
export const isDeflator = ({ quarter, rate }: Deflators[number]): boolean => QUARTER.test(quarter) && isIndex(rate);

const MOST = 100;

/** What prices of quarters are to those that works have: planned bills go by them. */
export function DeflatorFields({
  deflators,
  mayEdit,
  onChange,
}: {
  deflators: Deflators;
  mayEdit: boolean;
  onChange(deflators: Deflators): void;
}) {
  const { t } = useTranslation();
  const put = (at: number, change: Partial<Deflators[number]>): void =>
    onChange(deflators.map((one, place) => (place === at ? { ...one, ...change } : one)));
  return (
    <Lines
      title={t('cost_link.deflators')}
      hint={t('cost_link.deflators_hint')}
      add={t('cost_link.add_deflator')}
      onAdd={mayEdit && deflators.length < MOST ? () => onChange([...deflators, { quarter: '', rate: '' }]) : null}
    >
      {deflators.map(({ quarter, rate }, at) => (
        <li key={at} data-of="deflator">
          <TextInput
            size="xs"
            aria-label={t('cost_link.deflator_quarter', { place: at + 1 })}
            placeholder="2026-1"
            error={quarter !== '' && !QUARTER.test(quarter)}
            value={quarter}
            onChange={({ currentTarget }) => put(at, { quarter: currentTarget.value.trim() })}
          />
          <TextInput
            size="xs"
            aria-label={t('cost_link.deflator_rate', { place: at + 1 })}
            placeholder="1.045"
            error={rate !== '' && !isIndex(rate)}
            value={rate}
            onChange={({ currentTarget }) => put(at, { rate: currentTarget.value.trim() })}
          />
          <IconButton
            icon={IconTrash}
            variant="subtle"
            label={t('cost_link.delete_deflator', { place: at + 1 })}
            onClick={() => onChange(deflators.filter((_one, place) => place !== at))}
          />
        </li>
      ))}
    </Lines>
  );
}
