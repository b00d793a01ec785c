import type { OwnAttributeType } from '@gantry/domain';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './attribute-table.module.css';

/** A line of the table: an attribute wherever it stands. */
export type AttributeLine = {
  id: number;
  name: string;
  key: string;
  type: OwnAttributeType;
  unit: string;
  describes: string;
  traits: string[];
  defaultText: string;
  from: string;
  use: string;
};

type Props = {
  lines: readonly AttributeLine[];
  checked: ReadonlySet<number>;
  /** Lines that cannot be checked stand elsewhere. */
  checkable(line: AttributeLine): boolean;
  onCheck(ids: number[], on: boolean): void;
  onOpen(id: number): void;
};

export function AttributeTable({ lines, checked, checkable, onCheck, onOpen }: Props) {
  const { t } = useTranslation();
  const own = lines.filter(checkable);
  const columns = ['name', 'key', 'type', 'owners', 'traits', 'default', 'from', 'use'];
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>
            <Checkbox
              size="xs"
              aria-label={t('attributes.check_all')}
              checked={own.length > 0 && own.every(({ id }) => checked.has(id))}
              indeterminate={own.some(({ id }) => checked.has(id)) && !own.every(({ id }) => checked.has(id))}
              disabled={!own.length}
              onChange={(event) =>
                onCheck(
                  own.map(({ id }) => id),
                  event.currentTarget.checked,
                )
              }
            />
          </th>
          {columns.map((column) => (
            <th key={column}>{t(`attributes.column_${column}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} aria-selected={checked.has(line.id)}>
            <td>
              {checkable(line) && (
                <Checkbox
                  size="xs"
                  aria-label={t('attributes.check', { name: line.name })}
                  checked={checked.has(line.id)}
                  onChange={(event) => onCheck([line.id], event.currentTarget.checked)}
                />
              )}
            </td>
            <td>
              <button type="button" className={classes.open} onClick={() => onOpen(line.id)}>
                {line.name}
              </button>
            </td>
            <td className={classes.quiet}>{line.key}</td>
            <td>
              {t(`attributes.type_${line.type}`)}
              {line.unit && <span className={classes.quiet}>, {line.unit}</span>}
            </td>
            <td className={classes.quiet}>{line.describes}</td>
            <td className={classes.quiet}>{line.traits.join(', ')}</td>
            <td>{line.defaultText}</td>
            <td className={classes.quiet}>{line.from}</td>
            <td className={classes.quiet}>{line.use}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
