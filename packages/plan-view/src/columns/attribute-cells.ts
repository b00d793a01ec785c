import {
  attributeOfColumn,
  type AttributeSource,
  fileOfValue,
  indicatorOfColumn,
  type IndicatorRule,
  isMaskKind,
  type SourcedValue,
  writeMasked,
} from '@gantry/domain';
import { CELL_LOOKS } from '@gantry/scene';
import { attributeFinder, faultOfCell, optionsIn, ruleOfRow } from '../values/attributes.ts';
import type { ColumnSource, ColumnTypeMember } from './column-types.ts';
import { rowOf, type ScheduleDocument } from '../document/document.ts';

const DECIMALS = 2;
const INHERITED: ReadonlySet<AttributeSource> = new Set(['sup', 'attribute']);

/** How cells of an attribute are typed and look: values of rows, not sums of those below, quiet where they come from elsewhere. */
export function attributeMember(column: string, type: ColumnTypeMember, document: ScheduleDocument): ColumnTypeMember {
  const id = attributeOfColumn(column) as number;
  const { values = [], required = false } = optionsIn(document, id);
  const { type: own = 'string' } = optionsIn(document, id);
  const isFile = own === 'file';
  const mask = isMaskKind(own) ? own : null;
  const isFlag = rowOf(document, 'attribute', id)?.type === 'flag';
  const find = ({ view }: ColumnSource, row: number): SourcedValue => {
    const shown = view();
    return attributeFinder(shown.document, id)(shown.rows.id[row]);
  };
  const isCalculated = Boolean(optionsIn(document, id).formula);
  const faultAt = ({ view }: ColumnSource, row: number) => {
    if (!isCalculated) return null;
    const { document, rows } = view();
    const fault = faultOfCell(document, id, rows.id[row]);
    // A summary often has nothing of its own to divide by: that is no mistake of the formula.
    return fault?.code === 'formula.division_by_zero' && rows.end[row] > row + 1 ? null : fault;
  };
  const isFigure = type.editor === 'number';
  const member: ColumnTypeMember = {
    ...type,
    text: (source, row) => {
      const value = find(source, row)?.value ?? null;
      const fault = value === null ? faultAt(source, row) : null;
      if (fault) return source.texts.t(fault.code, fault.parameters);
      if (typeof value === 'boolean') return source.texts.t(value ? 'ui.yes' : 'ui.no');
      if (isFile) return fileOfValue(value)?.name ?? '';
      if (mask !== null && typeof value === 'string') return writeMasked(mask, value);
      if (isFigure) return typeof value === 'number' ? source.texts.number(value, Number.isInteger(value) ? 0 : DECIMALS) : '';
      return type.text(source, row);
    },
    tone: (source, row) => {
      const from = find(source, row)?.source;
      if (from === undefined && faultAt(source, row)) return 'critical';
      return from !== undefined && INHERITED.has(from) ? 'muted' : 'plain';
    },
  };
  if (required) member.fault = (source, row) => ((find(source, row)?.value ?? '') === '' ? source.texts.t('attributes.missing') : '');
  if (isFigure || isFlag || values.length) {
    member.value = (source, row) => {
      const value = find(source, row)?.value ?? null;
      return typeof value === 'boolean' ? String(value) : value !== null && typeof value === 'object' ? null : value;
    };
  }
  if (!isFlag && !values.length) return member;
  member.editor = 'select';
  member.options = ({ texts }) => [
    { value: '', label: '–' },
    ...(isFlag
      ? [
          { value: 'true', label: texts.t('ui.yes') },
          { value: 'false', label: texts.t('ui.no') },
        ]
      : values.map((value) => ({ value, label: value }))),
  ];
  return member;
}

/** Cells of an indicator: the text of the rule that the row meets, beside its colour. */
export function indicatorMember(column: string): ColumnTypeMember {
  const id = indicatorOfColumn(column) as number;
  const ruleAt = ({ view }: ColumnSource, row: number): IndicatorRule | null => {
    const { document, rows } = view();
    return rows.id[row] > 0 ? ruleOfRow(document, id, rows.id[row]) : null;
  };
  return {
    width: 132,
    look: CELL_LOOKS.tinted,
    text: (source, row) => {
      const rule = ruleAt(source, row);
      return rule ? rule.text || source.texts.t(`indicators.state_${rule.state}`) : '';
    },
    tint: (source, row) => ruleAt(source, row)?.tint ?? 0,
  };
}
