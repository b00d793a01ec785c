import type { ReactNode } from 'react';
import classes from './record-table.module.css';

type Props = {
  label: string;
  heads: readonly string[];
  /** Places of the columns that hold numbers. */
  numbers?: readonly number[];
  children: ReactNode;
};

/** A table of records: what its columns are called, and a `<tr>` a record. Cells marked `data-quiet` matter less, `data-tight` are as narrow as their content, `data-wrap` break their lines. */
export function RecordTable({ label, heads, numbers = [], children }: Props) {
  return (
    <div className={classes.wrap}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={index} scope="col" data-number={numbers.includes(index) || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
