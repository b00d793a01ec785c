import { type DifferenceOrigin, DIFFERENCE_ORIGINS } from '@gantry/contract';
import { Chip, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numbers.ts';
import classes from './compare-page.module.css';

type Props<K extends string> = {
  kinds: readonly { kind: K; label: string; count?: number }[];
  chosen: readonly K[];
  onChoose(kinds: K[]): void;
};

/** Kinds of difference to choose from, each with how many there are; none chosen = all. */
export function KindChips<K extends string>({ kinds, chosen, onChoose }: Props<K>) {
  return (
    <Chip.Group multiple value={[...chosen]} onChange={onChoose}>
      <div className={classes.kinds}>
        {kinds.map(({ kind, label, count }) => (
          <Chip key={kind} value={kind} size="xs" variant="outline">
            {label} {count !== undefined && formatCount(count)}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  );
}

type OriginProps = { value: DifferenceOrigin; onChange(origin: DifferenceOrigin): void; counts?: { causes: number; consequences: number } };

/** What people changed, what the calculation made of it, or both, each with how many there are. */
export function OriginPicker({ value, onChange, counts }: OriginProps) {
  const { t } = useTranslation();
  const countOf = (origin: DifferenceOrigin): string => {
    if (!counts) return '';
    return ` ${formatCount(origin === 'all' ? counts.causes + counts.consequences : counts[origin])}`;
  };
  return (
    <SegmentedControl<DifferenceOrigin>
      size="xs"
      aria-label={t('compare.origin')}
      value={value}
      onChange={onChange}
      data={DIFFERENCE_ORIGINS.map((origin) => ({
        value: origin,
        label: `${t(`compare.origin_${origin}`)}${countOf(origin)}`,
      }))}
    />
  );
}
