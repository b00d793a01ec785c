import { type JsonValue, type OwnAttributeType, storedType } from '@gantry/domain';
import { completeFormula, FORMULA_TYPE_OF, formulaSchema, type FormulaScalar, type FormulaSuggestion } from '@gantry/engine';
import { Combobox, Select, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
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

/** Marks the first of what is offered whenever it is offered for other text; null where nothing is offered. */
function useFirstMarked(offeredFor: string | null, markFirst: () => void): void {
  const marked = useRef<string>(null);
  useEffect(() => {
    if (marked.current === offeredFor) return;
    marked.current = offeredFor;
    if (offeredFor !== null) markFirst();
  }, [offeredFor, markFirst]);
}

/** A formula as it is typed: what fits at the caret, what is wrong and where, and what it gives for a row. */
export function FormulaEditor({ place, value, type, name, write, onChange }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [rowId, setRowId] = useState<number | null>(null);
  const [tried] = useDebouncedValue(value, TRIED_MS);
  const names = useFormulaNames(place).data?.names;
  const rows = useTrialRows(place.versionId).data?.items ?? [];
  const row = rowId ?? (rows.find((one) => one['type'] !== 'sum')?.['id'] as number | undefined) ?? null;
  const { data: verdict } = useFormulaVerdict(place, tried, type, name, row);
  const schema = useMemo(() => formulaSchema((names ?? []).map((one) => ({ name: one.name, type: one.type as FormulaScalar }))), [names]);
  const completion = caret === null ? null : completeFormula(value, caret, schema);
  const suggestions = (completion?.suggestions ?? []).slice(0, MOST);
  const typed = completion ? value.slice(completion.from, completion.to) : '';
  const offered = suggestions.length > 0 && typed !== '';

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
  const offers = useCombobox({ opened: offered, onDropdownClose: () => setCaret(null) });
  useFirstMarked(offered ? typed : null, offers.selectFirstOption);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!offered || event.key !== 'Tab') return;
    event.preventDefault();
    offers.clickSelectedOption();
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
        <Combobox
          store={offers}
          position="bottom-start"
          offset={2}
          withinPortal={false}
          onOptionSubmit={(label) => {
            const one = suggestions.find((suggestion) => suggestion.label === label);
            if (one) take(one);
          }}
        >
          {/* The arrows are the text's own where nothing is offered. */}
          <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={offered}>
            <textarea
              ref={field}
              className={classes.text}
              rows={3}
              spellCheck={false}
              // An open list is closed first, the dialog around it next.
              data-mantine-stop-propagation={offered || undefined}
              aria-label={t('formulas.formula')}
              aria-invalid={fault !== null}
              value={value}
              onChange={(event) => {
                onChange(event.currentTarget.value);
                setCaret(event.currentTarget.selectionStart);
              }}
              onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
              onBlur={() => setTimeout(() => setCaret(null), 150)}
              onScroll={(event) => marks.current?.scrollTo(0, event.currentTarget.scrollTop)}
              onKeyDown={onKeyDown}
            />
          </Combobox.Target>
          <Combobox.Dropdown>
            <Combobox.Options aria-label={t('formulas.offers')} className={classes.offers}>
              {suggestions.map((one) => (
                <Combobox.Option key={`${one.kind} ${one.label}`} value={one.label}>
                  <b>{one.label}</b> <span>{titleOf(one)}</span>
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
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
