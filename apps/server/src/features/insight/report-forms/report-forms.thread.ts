import { createHash } from 'node:crypto';
import type { BuiltInFormWord, ReportFormat } from '@gantry/contract';
import {
  type Language,
  plainText,
  REPORT_CHARTS,
  REPORT_PERIOD_LISTS,
  type ReportCell,
  type ReportDocument,
  type ReportPeriodList,
} from '@gantry/domain';
import {
  checkTemplate,
  fillTemplate,
  namesOfTemplate,
  reportText,
  type TemplateDrawings,
  type TemplateFault,
  type TemplateKind,
  type TemplatePicture,
  TemplateTooLarge,
  writeReportDocx,
  writeReportXlsx,
} from '@gantry/interchange';
import {
  type AmountTables,
  openReport,
  recordsOf,
  reportCurve,
  reportPeriods,
  reportResources,
  type ReportScope,
  type ReportTime,
  type VersionValues,
  viewOfValues,
  withDays,
} from '@gantry/plan-view';
import { layOutReport, openPdf, PRINT_INKS } from '@gantry/scene';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { openFonts, packPage, READ_ROWS } from '../print/print.fonts.service.ts';
import type { ReportRecords } from './changes/report-forms.changes.service.ts';
import { openCodes } from './report-forms.codes.service.ts';
import type { ReportedActs } from './report-forms.acts.rules.ts';
import { documentOfForm, type FormPart, isTooLarge } from './report-forms.document.rules.ts';
import type { BuiltInForm } from './report-forms.form.rules.ts';
import { REPORT_VOCABULARY } from './vocabulary/report-forms.vocabulary.rules.ts';
import { FORMS } from './report-forms.forms.rules.ts';

/** A version of a report, as its reader sees it. */
export type ReportedVersion = {
  values: VersionValues;
  about: Record<string, ReportCell>;
  wbsIds: readonly number[] | null;
  money: boolean;
  acts: ReportedActs | null;
  /** Rows that differ from the base version, and lines of the narrative; empty where the form names neither. */
  changes: ReportRecords;
  narrative: ReportRecords;
};

export type ReportInput =
  | { do: 'check'; bytes: Uint8Array }
  | { do: 'names'; bytes: Uint8Array }
  | { do: 'document'; document: ReportDocument; format: ReportFormat; language: Language; created: string }
  | {
      do: 'write';
      form: { word: BuiltInFormWord } | { template: Uint8Array };
      format: ReportFormat;
      language: Language;
      time: ReportTime;
      leadDays: number;
      versions: readonly ReportedVersion[];
      about: Record<string, ReportCell>;
      /** The instant that a PDF says it was made at. */
      created: string;
      people: ReadonlyMap<number, string>;
      /** Logos of the space, newest first, for a form that draws them. */
      logos: readonly (TemplatePicture & { name: string })[];
    };

export type ReportOutcome =
  | { checked: { kind: TemplateKind | null; faults: TemplateFault[] } }
  | { names: ReadonlySet<string> }
  | { bytes: Uint8Array; /** A hash of what the report says, whenever and by whom it was made. */ content: string }
  | { refused: 'too_large' | 'template_faulty' };

type Writing = ReportInput & { do: 'write' };

serveThread<ReportInput, ReportOutcome>(async (input, progress) => {
  if (input.do === 'check') return { checked: await checkTemplate(input.bytes, REPORT_VOCABULARY) };
  if (input.do === 'names') return { names: await namesOfTemplate(input.bytes) };
  if (input.do === 'document') {
    const bytes = await written(input.document, { ...input, about: {}, versions: [] }, progress);
    return { bytes, content: hashOf(JSON.stringify(input.document)) };
  }
  const { form, language, time } = input;
  const parts = input.versions.map((version, at): FormPart => {
    progress(at / (input.versions.length + 1));
    return { name: plainText(version.about['schedule']), scope: scopeOf(version, input) };
  });
  if ('word' in form) {
    const document = documentOfForm(FORMS[form.word], parts, factsOf(input, FORMS[form.word]), textsIn(language), time);
    if (isTooLarge(document, input.format)) return { refused: 'too_large' };
    return { bytes: await written(document, input, progress), content: hashOf(JSON.stringify(document)) };
  }
  try {
    const bytes = await fillTemplate(form.template, together(parts, input), language, drawingsOf(input));
    return bytes ? { bytes, content: hashOf(bytes) } : { refused: 'template_faulty' };
  } catch (error) {
    if (error instanceof TemplateTooLarge) return { refused: 'too_large' };
    throw error;
  }
});

const hashOf = (what: string | Uint8Array): string => createHash('sha256').update(what).digest('hex');

const textsIn = (language: Language) => {
  const texts = textsOf(language);
  return { language, t: (key: string): string => texts[key] ?? key };
};

/** What stands above the tables of a built-in form. */
function factsOf({ about, language, time, versions }: Writing, { tables }: BuiltInForm): ReportDocument['facts'] {
  const { t } = textsIn(language);
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const names =
    versions.length === 1 ? (['facility', 'project', 'schedule', 'version', 'data_date'] as const) : (['facility', 'project'] as const);
  const values = names.map((name) => ({
    label: t(`report_form.value.${name}`),
    value: reportText(about[name] ?? null, { kind: 'date' }, language),
  }));
  const period = { label: t('report_form.value.period'), value: month.format(Date.UTC(time.year, time.month - 1, 1)) };
  const isOfMoney = tables.some(({ columns }) => columns.some(({ kind }) => kind === 'money'));
  const currency = { label: t('report_form.value.currency'), value: isOfMoney ? plainText(about['currency']) : '' };
  return [...values, period, currency].filter(({ value }) => value !== '');
}

/** What a report says of its place; a field that no passport above has is empty. */
const aboutOf = (about: Readonly<Record<string, ReportCell>>, path: string): ReportCell | undefined =>
  path.startsWith('passport("') ? (about[path.toLowerCase()] ?? null) : about[path];

const plain = (record: Record<string, ReportCell>): ReportScope => ({ value: (path) => record[path], list: () => undefined });

function scopeOf(
  { values, about, wbsIds, money, acts, changes, narrative }: ReportedVersion,
  { time: asked, people, leadDays, language }: Writing,
): ReportScope {
  const { t } = textsIn(language);
  const time = { ...asked, dataDate: values.dataDate ?? asked.dataDate };
  const view = viewOfValues(values);
  const of = (table: keyof AmountTables) => recordsOf(table, values.rows[table]);
  const tables: AmountTables = {
    wbs: of('wbs'),
    assignment: of('assignment'),
    resource: of('resource'),
    calendar: of('calendar'),
    daySeries: of('daySeries').map(withDays),
    settings: of('settings'),
  };
  const report = openReport(view, tables, { time, wbsIds, money, people, t });
  const measure = money ? 'cost' : 'labour';
  const curveOf = (of: 'cost' | 'labour') => (): ReportScope[] =>
    of === 'cost' && !money ? [] : reportCurve(tables, of, time.dataDate).map((scope) => named(scope, of));
  const named = (scope: ReportScope, of: 'cost' | 'labour'): ReportScope => ({
    ...scope,
    value: (path) => (path === 'measure' ? t(`report_form.measure.${of}`) : scope.value(path)),
  });
  const lists: Record<string, (() => readonly ReportScope[]) | undefined> = {
    resources: () => reportResources(tables, time, leadDays, t),
    curve: curveOf(measure),
    cost_curve: curveOf('cost'),
    labour_curve: curveOf('labour'),
    act_lines: () => acts?.lines.map(plain) ?? [],
    executed_rows: () => acts?.rows.map(plain) ?? [],
    changes: () => changes.map(plain),
    narrative: () => narrative.map(plain),
    act_sums: () => acts?.sums.map(plain) ?? [],
  };
  const kept = new Map<string, readonly ReportScope[]>();
  return {
    value: (path) => aboutOf(about, path),
    list(path) {
      const known = kept.get(path);
      if (known) return known;
      const found = report.list(path) ?? lists[path]?.();
      if (found) kept.set(path, found);
      return found;
    },
  };
}

/** Several versions as one: their lists one after the other, and each of them in `versions`. */
function together(parts: readonly FormPart[], { about, time, language }: Writing): ReportScope {
  const { t } = textsIn(language);
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const nameOf = (list: ReportPeriodList, number: number): string => {
    if (list === 'months') return month.format(Date.UTC(time.year, number - 1, 1));
    return list === 'quarters' ? t('report_form.quarter').replace('{{number}}', String(number)) : String(number);
  };
  const periods = new Map<string, readonly ReportScope[]>(
    REPORT_PERIOD_LISTS.map((list) => [list, reportPeriods(list, time, nameOf).map(plain)]),
  );
  return {
    value: (path) => aboutOf(about, path),
    list(path) {
      if (path === 'versions') return parts.map(({ scope }) => scope);
      const known = periods.get(path);
      if (known) return known;
      const lists = parts.map(({ scope }) => scope.list(path));
      return lists.some((list) => list === undefined) ? undefined : lists.flatMap((list) => list ?? []);
    },
  };
}

/** What the placeholders of pictures and charts draw. */
function drawingsOf({ logos, versions, language }: Writing): TemplateDrawings {
  const { t } = textsIn(language);
  const usual = versions.every(({ money }) => money) ? 'cost' : 'labour';
  const codeOf = openCodes();
  const measureOf = { curve: usual, cost_curve: 'cost', labour_curve: 'labour' } as const;
  return {
    image: (kind, name, read) =>
      kind === 'qr' ? codeOf(plainText(read('link'))) : (logos.find((logo) => name === null || logo.name === name) ?? null),
    charts: new Map(
      Object.entries(REPORT_CHARTS).map(([name, { series, ...chart }]) => [
        name,
        {
          ...chart,
          title: `${t(`report_form.chart.${name}`)}, ${t(`report_form.measure.${measureOf[chart.list]}`)}`,
          series: series.map((path) => ({ path, title: t(`report_form.chart_series.${path.split('_')[0]}`) })),
        },
      ]),
    ),
  };
}

async function written(
  document: ReportDocument,
  input: Pick<Writing, 'format' | 'language' | 'about' | 'created' | 'versions'>,
  progress: (value: unknown) => void,
): Promise<Uint8Array> {
  const { format, language, about, created, versions } = input;
  if (format === 'xlsx') return writeReportXlsx(document);
  if (format === 'docx') return writeReportDocx(document, language);
  const { fonts, fitter } = openFonts();
  const layout = layOutReport(
    document,
    { text: (cell, column) => reportText(cell, column, language), page: (page, pages) => `${page} / ${pages}` },
    fitter,
  );
  const parts: Uint8Array[] = [];
  const revisions = versions.map(({ values: { versionId, revision } }) => [versionId, revision]);
  const pdf = openPdf(
    { colours: PRINT_INKS.grey, fonts },
    {
      about: {
        title: document.title,
        author: plainText(about['author']),
        subject: document.facts.map(({ value }) => value).join(' · '),
        language,
        created,
        id: hashOf(JSON.stringify([document.title, revisions, language, created])).slice(0, 32),
      },
      tagged: document.tables.reduce((sum, { lines }) => sum + lines.length, 0) <= READ_ROWS && layout.blocks,
      deflate: packPage,
      put: (bytes) => void parts.push(bytes),
    },
  );
  for (let page = 0; page < layout.pages; page++) {
    await pdf.add(layout.page(page));
    progress(page / layout.pages);
  }
  await pdf.close();
  return Buffer.concat(parts);
}
