import { completeFormula, type FormulaSchema, type FormulaSuggestion } from '@gantry/engine';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CaretOffers } from './caret-offers.tsx';
import classes from './formula-text.module.css';

type Props = {
  value: string;
  /** What the formula may name. */
  schema: FormulaSchema;
  /** Where the formula is wrong: it is underlined there. */
  fault: { from: number; to: number } | null;
  /** A name in words. */
  titleOf(name: string): string;
  onChange(formula: string): void;
};

const MOST = 8;

/** The text of a formula: names and functions are completed, what is wrong is underlined. */
export function FormulaText({ value, schema, fault, titleOf, onChange }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
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
  const noteOf = (one: FormulaSuggestion): string => (one.kind === 'function' ? `(${one.parameters.join(', ')})` : titleOf(one.label));
  return (
    <>
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
          // What is written whole needs no offer.
          offers={typed === '' || (suggestions.length === 1 && suggestions[0].insert === typed) ? [] : suggestions}
          offeredFor={typed}
          keyOf={({ kind, label }) => `${kind} ${label}`}
          onTake={take}
          onClose={() => setCaret(null)}
          wordsOf={(one) => ({ name: one.label, note: noteOf(one) })}
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
    </>
  );
}
