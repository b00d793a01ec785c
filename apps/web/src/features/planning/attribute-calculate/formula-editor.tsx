import { type JsonValue, type OwnAttributeType, storedType } from '@gantry/domain';
import { FORMULA_TYPE_OF, formulaSchema, type FormulaScalar } from '@gantry/engine';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FormulaPlace, useFormulaNames, useFormulaVerdict, useTrialRows } from './attribute-calculate.queries.ts';
import classes from './formula-editor.module.css';
import { FormulaText } from '../../../ui/fields/formula-text.tsx';

type Props = {
  place: FormulaPlace;
  value: string;
  type: OwnAttributeType;
  /** What formulas call the attribute. */
  name: string;
  /** Writes a result for people. */
  write(value: JsonValue): string;
  onChange(formula: string): void;
};

const TRIED_MS = 250;

/** Editor of a formula with completion, errors at their place, and the result for a row. */
export function FormulaEditor({ place, value, type, name, write, onChange }: Props) {
  const { t } = useTranslation();
  const [itemId, setRowId] = useState<number | null>(null);
  const [tried] = useDebouncedValue(value, TRIED_MS);
  const names = useFormulaNames(place).data?.names;
  const rows = useTrialRows(place.versionId).data?.items ?? [];
  const row = itemId ?? (rows.find((one) => one['type'] !== 'sum')?.['id'] as number | undefined) ?? null;
  const { data: verdict } = useFormulaVerdict(place, tried, type, name, row);
  const schema = useMemo(() => formulaSchema((names ?? []).map((one) => ({ name: one.name, type: one.type as FormulaScalar }))), [names]);
  const fresh = verdict && tried === value ? verdict : null;
  const fault = fresh?.fault ?? null;

  return (
    <div className={classes.editor}>
      <FormulaText
        value={value}
        schema={schema}
        fault={fault}
        titleOf={(name) => names?.find((known) => known.name === name)?.title ?? ''}
        onChange={onChange}
      />
      {place.versionId !== undefined && (
        <Select
          size="xs"
          label={t('formulas.try_on')}
          searchable
          data={rows.map((one) => ({ value: String(one['id']), label: `${String(one['code'])} ${String(one['name'])}`.trim() }))}
          value={row === null ? null : String(row)}
          onChange={(chosen) => setRowId(chosen === null ? null : Number(chosen))}
        />
      )}
      <p
        className={classes.verdict}
        role="status"
        data-wrong={fault !== null || Boolean(fresh?.ring) || Boolean(fresh?.result?.fault) || undefined}
      >
        {fault
          ? t(fault.code, fault.parameters)
          : fresh?.ring
            ? t('formulas.ring', { path: fresh.ring.join(' → ') })
            : fresh?.result?.fault
              ? t(fresh.result.fault.code, fresh.result.fault.parameters)
              : fresh?.result
                ? t('formulas.gives', { value: write(fresh.result.value) || '–' })
                : fresh?.valid
                  ? t('formulas.readable')
                  : t('formulas.hint', {
                      type: t(`formulas.type_${FORMULA_TYPE_OF[storedType(type)]}`),
                    })}
      </p>
    </div>
  );
}
