import { Chip } from '@mantine/core';
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
