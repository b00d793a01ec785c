import type { DirectoryCell, InvalidDirectoryValue } from '@gantry/contract';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '../../../../ui/text/refusal-text.ts';
import { showToast } from '../../../../ui/toasts.tsx';
import type { ContentCommands, InvalidValues } from '../directories.queries.ts';
import classes from './side-panels.module.css';

type Props = {
  invalid: InvalidValues;
  /** Columns by the ids of their attributes. */
  nameOf(attributeId: number | null): string;
  write(attributeId: number | null, value: InvalidDirectoryValue['value']): string;
  commands: ContentCommands;
  readOnly: boolean;
  onShow(rowId: number, attributeId: number | null): void;
};

const LINE_HEIGHT = 62;

/** What a value becomes by the change that mends it; null: nothing. */
function fixedValue({ attribute_id, problem, fix }: InvalidDirectoryValue): DirectoryCell {
  if (fix?.do !== 'update') return null;
  if (attribute_id !== null) return fix.cells?.[attribute_id] ?? null;
  return (problem === 'measure' ? fix.measure_id : fix.code) ?? null;
}

/** Values that are not valid: why, what they would become, and a way to put one or all of them right. */
export function InvalidPanel({ invalid, nameOf, write, commands, readOnly, onShow }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: invalid.values.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 12,
  });
  const fixable = invalid.values.filter(({ fix }) => fix !== undefined);
  const apply = (list: readonly InvalidDirectoryValue[]): void => {
    commands
      .edit(
        list.flatMap(({ fix }) => fix ?? []),
        'fix',
      )
      .then(
        () => showToast('ok', t('directory.fixed', { count: list.length }), { ms: 2000 }),
        (error: unknown) => showToast('error', refusalText(error, t)),
      );
  };
  if (invalid.total === 0)
    return (
      <p className={classes.fine}>
        <IconCircleCheck size={16} stroke={1.5} aria-hidden /> {t('directory.all_valid')}
      </p>
    );
  return (
    <div className={classes.filled}>
      <div className={classes.bar}>
        <span>{t('directory.invalid_count', { count: invalid.total })}</span>
        {!readOnly && fixable.length > 0 && (
          <Button size="compact-xs" variant="light" onClick={() => apply(fixable)}>
            {t('directory.fix_all', { count: fixable.length })}
          </Button>
        )}
      </div>
      <div ref={scroller} className={classes.scroller} tabIndex={0}>
        <ul className={classes.lines} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index, start }) => {
            const value = invalid.values[index];
            const { row_id, row_code, row_name, attribute_id, problem, fix } = value;
            const fixed = fixedValue(value);
            return (
              <li key={key} className={classes.entry} style={{ transform: `translateY(${start}px)`, height: LINE_HEIGHT }}>
                <button type="button" className={classes.open} onClick={() => onShow(row_id, attribute_id)}>
                  {`${row_code} ${row_name}`.trim() || t('directory.row')} · {nameOf(attribute_id)}
                </button>
                <span className={classes.wrong}>
                  {[write(attribute_id, value.value), t(`directory_value.${problem}`)].filter(Boolean).join(' – ')}
                </span>
                {fix !== undefined && !readOnly && (
                  <Button size="compact-xs" variant="subtle" className={classes.fix} onClick={() => apply([value])}>
                    {fixed === null ? t('directory.fix_empty') : t('directory.fix_to', { value: write(attribute_id, fixed) })}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
