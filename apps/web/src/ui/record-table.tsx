import type { ReactNode } from 'react';
import classes from './record-table.module.css';

/** A table of records: what its columns are called, and a `<tr>` a record. Cells marked `data-quiet` matter less, `data-tight` are as narrow as their content, `data-wrap` break their lines. */
export function RecordTable({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <div className={classes.wrap}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={index} scope="col">
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
