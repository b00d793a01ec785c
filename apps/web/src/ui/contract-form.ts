import type { Resolver } from 'react-hook-form';

type Issue = { path: PropertyKey[]; message: string; code?: string };
type Parsed = { success: true; data: unknown } | { success: false; error: { issues: Issue[] } };

/** A schema of the contract, as far as a form needs it. */
export type FieldSchema = { safeParse: (value: unknown) => Parsed };

/** Key of the text that says what is wrong with a value; null where nothing is. */
export function firstProblem(schema: FieldSchema, value: unknown): string | null {
  const parsed = schema.safeParse(value);
  return parsed.success ? null : parsed.error.issues[0].message;
}

/** Checks a form by the schema of the call it makes; `also` adds what only the form knows, such as the repeated password. */
export function contractResolver<T extends Record<string, unknown>>(
  schema: FieldSchema,
  also: (values: T) => { [field in keyof T]?: string } = () => ({}),
): Resolver<T> {
  return (values) => {
    const parsed = schema.safeParse(values);
    const problems: Record<string, string> = {};
    // What the form holds beside the call, such as the repeated password, is no fault of a field.
    const issues = parsed.success ? [] : parsed.error.issues.filter(({ code }) => code !== 'unrecognized_keys');
    for (const { path, message } of issues) problems[String(path[0])] ??= message;
    for (const [field, message] of Object.entries(also(values))) if (message) problems[field] ??= message;
    const errors = Object.fromEntries(Object.entries(problems).map(([field, message]) => [field, { type: 'contract', message }]));
    return Object.keys(errors).length ? { values: {}, errors: errors as never } : { values, errors: {} };
  };
}
