import { useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../lib/calls/api-error.ts';

type Issue = { path: PropertyKey[]; message: string; code?: string };
type Parsed = { success: true; data: unknown } | { success: false; error: { issues: Issue[] } };

/** A schema of the contract, as far as a form needs it. */
export type FieldSchema = { safeParse: (value: unknown) => Parsed };

type Fields = Record<string, string>;
/** Keys of texts that say what is wrong, by field. */
type Problems<T extends Fields> = { [field in keyof T]?: string | undefined };

/** Key of the text that says what is wrong with a value; null where nothing is. */
export function firstProblem(schema: FieldSchema, value: unknown): string | null {
  const parsed = schema.safeParse(value);
  return parsed.success ? null : parsed.error.issues[0].message;
}

/** The first problem of each field, by the schema of the call; what only the form knows, such as the repeated password, stands behind it. */
export function problemsOf<T extends Fields>(schema: FieldSchema, values: T, own: Problems<T> = {}): Problems<T> {
  const parsed = schema.safeParse(values);
  const problems: Fields = {};
  // A field that the form holds beside the call is no fault.
  const issues = parsed.success ? [] : parsed.error.issues.filter(({ code }) => code !== 'unrecognized_keys');
  for (const { path, message } of issues) problems[String(path[0])] ??= message;
  for (const [field, message] of Object.entries(own)) if (message) problems[field] ??= message;
  return problems;
}

/** A form that is checked by the schema of the call it makes: at the first try to send it, and from then on while it is typed. */
export function useContractForm<T extends Fields>(initial: T, schema: FieldSchema, own: (values: T) => Problems<T> = () => ({})) {
  const { t } = useTranslation();
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Problems<T>>({});
  // In the order of the screen: the first with a problem takes the focus.
  const inputs = useRef(new Map<keyof T, HTMLInputElement>());
  const problems = problemsOf(schema, values, own(values));

  const focus = (name: keyof T): void => {
    const input = inputs.current.get(name);
    input?.focus();
    input?.select();
  };
  return {
    values,
    focus,
    /** What an input needs to be the field: its value, its problem, and how it changes. */
    field(name: keyof T & string) {
      const problem: string | undefined = refused[name] ?? (tried ? problems[name] : undefined);
      return {
        name,
        value: values[name],
        error: problem && t(problem),
        ref: (input: HTMLInputElement | null) => void (input ? inputs.current.set(name, input) : inputs.current.delete(name)),
        onChange(event: ChangeEvent<HTMLInputElement>) {
          const { value } = event.currentTarget;
          setValues((before) => ({ ...before, [name]: value }));
          setRefused((before) => ({ ...before, [name]: undefined }));
        },
      };
    },
    /** Sends the form where nothing is wrong; else shows what is. */
    submit: (send: (values: T) => void) => (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      const wrong = [...inputs.current.keys()].find((name) => problems[name]);
      if (wrong !== undefined) focus(wrong);
      else if (Object.keys(problems).length === 0) send(values);
    },
    /** Shows a refusal of the server at the field that it is about; answers whether it is about one. */
    refuse(error: Error, places: { [code: string]: keyof T }): boolean {
      const found = Object.entries(places).find(([code]) => isRefusal(error, code));
      if (!found) return false;
      setRefused((before) => ({ ...before, [found[1]]: found[0] }));
      focus(found[1]);
      return true;
    },
    /** Begins anew, as if nothing had been tried. */
    reset(next: T) {
      setValues(next);
      setTried(false);
      setRefused({});
    },
  };
}
