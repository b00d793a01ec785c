import { type JsonValue, type OwnAttributeType, storedType } from '@gantry/domain';
import { completeFormula, FORMULA_TYPE_OF, formulaSchema, type FormulaScalar, type FormulaSuggestion } from '@gantry/engine';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CaretOffers } from '../../../ui/fields/caret-offers.tsx';
import { type FormulaPlace, useFormulaNames, useFormulaVerdict, useTrialRows } from './attribute-calculate.queries.ts';
import classes from './formula-editor.module.css';

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

const MOST = 8;
const TRIED_MS = 250;

/** Editor of a formula with completion, errors at their place, and the result for a row. */
export function FormulaEditor({ place, value, type, name, write, onChange }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [itemId, setRowId] = useState<number | null>(null);
  const [tried] = useDebouncedValue(value, TRIED_MS);
  const names = useFormulaNames(place).data?.names;
  const rows = useTrialRows(place.versionId).data?.items ?? [];
  const row = itemId ?? (rows.find((one) => one['type'] !== 'sum')?.['id'] as number | undefined) ?? null;
  const { data: verdict } = useFormulaVerdict(place, tried, type, name, row);
  const schema = useMemo(() => formulaSchema((names ?? []).map((one) => ({ name: one.name, type: one.type as FormulaScalar }))), [names]);
  const completion = caret === null ? null : completeFormula(value, caret, schema);
  const suggestions = (completion?.suggestions ?? []).slice(0, MOST);
  const typed = completion ? value.slice(completion.from, completion.to) : '';

  const take = ({ insert }: FormulaSuggestion): void => {
    if (!completion) return;
    const next = value.slice(0, completion.from) + insert + value.slice(completion.to);
    const place = completion.from + insert.length;
    onChange(next);
    setCaret(place);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(place, place);
    });
  };
  const fresh = verdict && tried === value ? verdict : null;
  const fault = fresh?.fault ?? null;
  const titleOf = (one: FormulaSuggestion): string => {
    if (one.kind === 'function') return `(${one.parameters.join(', ')})`;
    return names?.find((known) => known.name === one.label)?.title ?? '';
  };

  return (
    <div className={classes.editor}>
      <div className={classes.box}>
        <div ref={marks} className={classes.marks} aria-hidden>
          {fault ? (
            <>
              {value.slice(0, fault.from)}
              <mark>{value.slice(fault.from, Math.max(fault.to, fault.from + 1)) || ' '}</mark>
              {value.slice(Math.max(fault.to, fault.from + 1))}
            </>
          ) : (
            value
          )}
        </div>
        <CaretOffers
          label={t('formulas.offers')}
          offers={typed === '' ? [] : suggestions}
          offeredFor={typed}
          keyOf={({ kind, label }) => `${kind} ${label}`}
          onTake={take}
          onClose={() => setCaret(null)}
          wordsOf={(one) => ({ name: one.label, note: titleOf(one) })}
        >
          {(keys) => (
            <textarea
              ref={field}
              className={classes.text}
              rows={3}
              spellCheck={false}
              aria-label={t('formulas.formula')}
              aria-invalid={fault !== null}
              value={value}
              onChange={(event) => {
                onChange(event.currentTarget.value);
                setCaret(event.currentTarget.selectionStart);
              }}
              onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
              onScroll={(event) => marks.current?.scrollTo(0, event.currentTarget.scrollTop)}
              {...keys}
            />
          )}
        </CaretOffers>
      </div>
      {completion?.call && (
        <p className={classes.hint}>
          {completion.call.name}(
          {completion.call.parameters.map((parameter, index) => (
            <span
              key={parameter}
              data-current={index === Math.min(completion.call?.argument ?? 0, (completion.call?.parameters.length ?? 1) - 1)}
            >
              {index > 0 && ', '}
              {parameter}
            </span>
          ))}
          )
        </p>
      )}
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
