/** What can be wrong with a template; texts of each stand under `template.fault.<code>`. */
export const TEMPLATE_FAULTS = [
  'braces',
  'unknown_command',
  'unknown_name',
  'unknown_format',
  'not_a_name',
  'list_missing',
  'not_a_list',
  'list_as_value',
  'condition',
  'unclosed',
  'unopened',
  'overlap',
  'else_alone',
  'merge_in_loop',
  'plural_forms',
  'drawing',
  'drawing_in_text',
  'across_alone',
  'table_in_across',
  'sheet_too_long',
  'part_too_large',
  'too_large',
  'broken',
  'not_a_template',
  'macros',
  'embedded',
  'external',
  'active_formula',
  'active_field',
  'no_placeholders',
] as const;
export type TemplateFaultCode = (typeof TEMPLATE_FAULTS)[number];

/** A fault of a template: where it stands (`Sheet1!B7`, or the number of a paragraph with its part), and what about it. */
export type TemplateFault = {
  severity: 'error' | 'warning';
  code: TemplateFaultCode;
  cell: string | null;
  paragraph: number | null;
  parameters: Record<string, string>;
};

/** A fault whose place is said by who reads the text. */
export function fault(
  code: TemplateFaultCode,
  parameters: Record<string, string> = {},
  severity: TemplateFault['severity'] = 'error',
): TemplateFault {
  return { severity, code, cell: null, paragraph: null, parameters };
}

/** More of them help nobody. */
export const MOST_FAULTS = 200;
