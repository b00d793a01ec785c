import type { AccessibleAttribute } from '@gantry/contract';
import type { AttributeLevel } from '@gantry/domain';
import { Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff, IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AccessCell, type AccessRole, levelTyped, movedBy, nextLevel } from './attribute-access.model.ts';
import classes from './access-matrix.module.css';

const ICONS = { none: IconEyeOff, read: IconEye, write: IconPencil };

type Props = {
  attributes: readonly AccessibleAttribute[];
  roles: readonly AccessRole[];
  cellOf(attribute: AccessibleAttribute, role: AccessRole): AccessCell;
  nameOf(role: AccessRole): string;
  mayEdit: boolean;
  /** A further column with the resulting access of a person. */
  person?: { name: string; levelOf(attribute: AccessibleAttribute): AttributeLevel | undefined } | null;
  onSet(attribute: AccessibleAttribute, role: AccessRole, level: AttributeLevel | null): void;
  onUndo(): void;
};

/** Attributes by roles: a cell is gone round by a press or Space, set by 1, 2, 3, and given back to the place above by Delete. */
export function AccessMatrix({ attributes, roles, cellOf, nameOf, mayEdit, person, onSet, onUndo }: Props) {
  const { t } = useTranslation();
  const [at, setAt] = useState({ row: 0, column: 0 });
  const table = useRef<HTMLTableElement>(null);

  const press = (attribute: AccessibleAttribute, role: AccessRole): void => {
    const cell = cellOf(attribute, role);
    if (mayEdit && !cell.fixed) onSet(attribute, role, nextLevel(cell, role));
  };
  const onKeyDown = (event: KeyboardEvent, attribute: AccessibleAttribute, role: AccessRole): void => {
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyZ') {
      event.preventDefault();
      return onUndo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = movedBy(event.key, at, attributes.length, roles.length);
    if (next) {
      event.preventDefault();
      setAt(next);
      table.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus();
      return;
    }
    const level = levelTyped(event.key, role);
    if (level === undefined || !mayEdit || cellOf(attribute, role).fixed) return;
    event.preventDefault();
    onSet(attribute, role, level);
  };
  const why = (cell: AccessCell): string => {
    if (cell.fixed) return t('attribute_access.fixed');
    if (cell.byFormula) return t('attribute_access.by_formula');
    if (cell.own) return t('attribute_access.said_here');
    return cell.from === null ? t('attribute_access.said_by_nobody') : t('attribute_access.said_at', { name: cell.from });
  };

  return (
    <div className={classes.wrap}>
      <table ref={table} className={classes.matrix} aria-label={t('attribute_access.title')}>
        <thead>
          <tr>
            <th scope="col">{t('attributes.found_attribute')}</th>
            {person && <th scope="col">{person.name}</th>}
            {roles.map((role) => (
              <th key={role.id} scope="col">
                {nameOf(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attributes.map((attribute, row) => (
            <tr key={`${attribute.attribute_id ?? ''} ${attribute.name}`}>
              <th scope="row">
                {attribute.calculated && 'ƒ '}
                {attribute.name}
                <span>
                  {attribute.node_name ?? (attribute.attribute_id === null ? t('attribute_access.of_versions') : t('eps.whole_space'))}
                </span>
              </th>
              {person && (
                <td className={classes.result}>
                  <LevelText level={person.levelOf(attribute)} />
                </td>
              )}
              {roles.map((role, column) => {
                const cell = cellOf(attribute, role);
                const level = t(`attribute_access.level_${cell.level}`);
                return (
                  <td key={role.id}>
                    <Tooltip label={t('ui.named', { name: level, text: why(cell) })} openDelay={400}>
                      <button
                        type="button"
                        className={classes.cell}
                        data-cell={`${row} ${column}`}
                        data-level={cell.level}
                        data-own={cell.own || undefined}
                        data-changed={cell.changed || undefined}
                        aria-label={t('ui.named', { name: `${attribute.name}, ${nameOf(role)}`, text: `${level}, ${why(cell)}` })}
                        aria-disabled={!mayEdit || cell.fixed}
                        tabIndex={at.row === row && at.column === column ? 0 : -1}
                        onFocus={() => setAt({ row, column })}
                        onClick={() => press(attribute, role)}
                        onKeyDown={(event) => onKeyDown(event, attribute, role)}
                      >
                        <LevelText level={cell.level} />
                      </button>
                    </Tooltip>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LevelText({ level }: { level: AttributeLevel | undefined }) {
  const { t } = useTranslation();
  if (!level) return <>…</>;
  const Shape = ICONS[level];
  return (
    <>
      <Shape size={14} stroke={1.5} aria-hidden />
      {t(`attribute_access.level_${level}`)}
    </>
  );
}
