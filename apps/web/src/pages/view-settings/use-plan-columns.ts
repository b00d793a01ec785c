import type { RowFilter, WbsColumnType } from '@gantry/domain';
import { choicesOf, columnInfos, viewOfRows } from '@gantry/plan-view';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpecialties } from '../../features/catalog/specialties/specialties.queries.ts';
import { useMembers } from '../../features/access/spaces/spaces.queries.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { personName } from '../../lib/person-name.ts';
import type { ConditionColumn } from '../../ui/conditions/conditions.ts';
import { shortDate } from '../../ui/gantt/labels.ts';

/** The columns that every version has, with the values that conditions choose from. */
export function usePlanColumns(spaceId: number): ConditionColumn[] {
  const { t } = useTranslation();
  const members = useMembers(spaceId);
  const specialties = useSpecialties(spaceId);
  return useMemo(() => {
    const view = viewOfRows([], []);
    const people = (members ?? []).map((person) => ({ value: person.id, label: personName(person) }));
    const choices = { people, specialties: (specialties ?? []).map(({ id, name }) => ({ value: id, label: name })) };
    const texts = {
      t: (key: string, values?: Record<string, unknown>) => t(key, values ?? {}),
      date: shortDate,
      number: (value: number, decimals: number) => formatNumber(value, { decimals }),
    };
    return columnInfos(view.document, t).map((info) => ({ ...info, options: choicesOf(info, () => view, texts, choices) }));
  }, [t, members, specialties]);
}

/** Columns that a filter names. */
export const columnsOfFilter = ({ conditions }: RowFilter): string[] =>
  conditions.flatMap((part) => ('conditions' in part ? columnsOfFilter(part) : [part.column]));

/** The columns with those added that settings name and plans in general do not have: attributes of one version. */
export function withNamed(columns: readonly ConditionColumn[], named: readonly string[], title: string): ConditionColumn[] {
  const known = new Set(columns.map(({ id }) => id));
  const rest = [...new Set(named)].filter((id) => !known.has(id));
  return [...columns, ...rest.map((id) => ({ id, title, type: 'string' as WbsColumnType, options: null }))];
}
