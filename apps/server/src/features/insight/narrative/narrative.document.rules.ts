import { type Narrative, narrativeLabel } from '@gantry/contract';
import type { Language, REPORT_NARRATIVE_VALUES, ReportCell, ReportDocument, ReportLine } from '@gantry/domain';

type Line = Narrative['sections'][number]['lines'][number];

/** Texts of a language, and what amounts of money are of. */
type Words = { t(key: string): string; language: Language; currency: string | null };

/** What a line is called, with the unit of what it adds up to. */
function labelOf({ key, unit }: Line, { t, currency }: Words): string {
  const ofUnit = unit === 'hours' ? named(t('narrative.hours'), { hours: '' }).trim() : unit === 'money' ? currency : null;
  return [t(narrativeLabel(key)), ofUnit].filter(Boolean).join(', ');
}

/** Rows behind a number that a document names; of the others it says how many there are. */
const MOST_NAMED = 50;

const named = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark);

/** A narrative as a document: a table for each section, with the rows behind each number below it. */
export function documentOfNarrative(
  { sections, base }: Narrative,
  about: { place: string; version: string; dataDate: string },
  words: Words,
): ReportDocument {
  const { t } = words;
  const linesOf = (line: Line): ReportLine[] => [
    { cells: [null, labelOf(line, words), line.amount ?? line.count], level: 1, strong: true },
    ...(line.note ? [{ cells: [null, line.note.text, null], level: 1, strong: false }] : []),
    ...rowsOf(line),
  ];
  const rowsOf = ({ count, rows }: Line): ReportLine[] => [
    ...rows.slice(0, MOST_NAMED).map(({ code, name, amount }): ReportLine => ({ cells: [code, name, amount], level: 1, strong: false })),
    ...(count > MOST_NAMED
      ? [{ cells: [null, named(t('narrative.more'), { count: String(count - MOST_NAMED) }), null], level: 1, strong: false }]
      : []),
  ];
  return {
    title: t('report_subscription.narrative'),
    facts: [
      { label: t('report_form.value.schedule'), value: about.place },
      { label: t('report_form.value.version'), value: about.version },
      { label: t('report_form.value.data_date'), value: about.dataDate },
      { label: t('narrative.against'), value: base?.name ?? '–' },
    ],
    tables: sections.map(({ section, lines }) => ({
      title: t(`narrative.section.${section}`),
      columns: [
        { title: t('report_form.column.code'), kind: 'text', width: 12 },
        { title: t('report_form.column.name'), kind: 'text', width: 60 },
        { title: t('narrative.count'), kind: 'number', width: 12 },
      ],
      // The works of the whole plan are counted, not listed.
      lines: section === 'status' ? lines.map((line) => linesOf(line)[0]) : lines.flatMap(linesOf),
      sums: [false, false, false],
    })),
    signatures: [],
    words: { total: t('report_form.total'), nothing: t('report_form.nothing') },
  };
}

/** The lines of a narrative in words, one after the other, as forms name them. */
export const linesOfNarrative = (
  { sections }: Pick<Narrative, 'sections'>,
  words: Words,
): Record<(typeof REPORT_NARRATIVE_VALUES)[number], ReportCell>[] =>
  sections.flatMap(({ section, lines }) =>
    lines.map((line) => ({
      section: words.t(`narrative.section.${section}`),
      text: labelOf(line, words),
      count: line.count,
      amount: line.amount,
      note: line.note?.text ?? null,
    })),
  );

/** A narrative as plain text, a paragraph for each section. */
export function textOfNarrative({ sections }: Pick<Narrative, 'sections'>, words: Words): string {
  const number = new Intl.NumberFormat(words.language, { maximumFractionDigits: 2 });
  const counted = (line: Line): string =>
    named(words.t('ui.named'), { name: labelOf(line, words), text: number.format(line.amount ?? line.count) });
  const lineOf = (line: Line): string => [`– ${counted(line)}`, line.note?.text ?? ''].filter(Boolean).join(' – ');
  return sections.map(({ section, lines }) => [words.t(`narrative.section.${section}`), ...lines.map(lineOf)].join('\n')).join('\n\n');
}
