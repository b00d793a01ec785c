import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { type Language, pagesNamed } from '@gantry/domain';
import type { ScheduleView } from '@gantry/plan-view';
import { openPages, openPdf, type PageLayout, PRINT_COLOURS, PRINT_GREYS, type PrintWarning } from '@gantry/scene';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { openFonts } from './print.fonts.service.ts';
import { composePages, openVersion, type PrintedVersion, type PrintQuestion } from './print.pages.rules.ts';
import { pictureOf } from './print.picture.service.ts';
import { openTexts } from './print.texts.rules.ts';

/** `key` says which content of which version, as whom; its rows come where the thread asked for them. */
export type PrintInput = {
  key: string;
  content?: PrintedVersion;
  question: PrintQuestion;
  language: Language;
  title: string;
  as: { do: 'count' } | { do: 'png'; page: number; width: number } | { do: 'pdf'; page: number | null };
};

export type PrintCount = {
  pages: number;
  of: number;
  wide: number;
  tall: number;
  rows: number;
  sheet: { width: number; height: number };
  text_pt: number;
  warnings: PrintWarning[];
};

/** What came of it, or that the rows are wanted first. */
export type PrintOutcome =
  | { missing: true }
  | { count: PrintCount }
  | { bytes: Uint8Array; pages: number; missingSigns: string[] }
  | { refused: 'pages_wrong' | 'no_such_page' };

/** Versions that were printed last, and how the last of them was laid out. */
const kept = new Map<string, ScheduleView>();
const KEPT = 2;
let laid: { name: string; layout: PageLayout } | null = null;

const pack = promisify(deflate) as (bytes: Uint8Array) => Promise<Uint8Array>;

serveThread<PrintInput, PrintOutcome>(async (input, progress) => {
  const view = find(input);
  if (!view) return { missing: true };
  const { question, as, language } = input;
  const layout = layoutOf(view, input);
  const { settings, format } = question;
  const wanted = pagesNamed(settings.pages, layout.pages);
  if (!wanted?.length) return { refused: 'pages_wrong' };
  if (as.do === 'count') return { count: countOf(layout, wanted.length) };
  const { fonts, fitter } = openFonts();
  const texts = openTexts(language, textsOf(language));
  const { span } = layout.plan;
  const range = span ? `${texts.date(span.start)} – ${texts.date(span.finish - 1)}` : '';
  const colours = format.colours === 'grey' ? PRINT_GREYS : PRINT_COLOURS;
  const pages = openPages(layout, { ...question.values, range }, fitter);
  const list = 'page' in as && as.page !== null ? wanted.slice(as.page - 1, as.page) : wanted;
  if (!list.length) return { refused: 'no_such_page' };
  if (as.do === 'png') return { bytes: await pictureOf(pages.page(list[0] - 1), colours, as.width), pages: 1, missingSigns: [] };
  const pdf = openPdf({ colours, fonts }, input.title, pack);
  for (const [done, page] of list.entries()) {
    await pdf.add(pages.page(page - 1));
    if (done % PAGES_A_REPORT === 0) progress(done / list.length);
  }
  const { bytes, missing } = await pdf.close();
  return { bytes, pages: list.length, missingSigns: missing };
});

const PAGES_A_REPORT = 16;

function find({ key, content }: PrintInput): ScheduleView | null {
  const view = kept.get(key) ?? (content ? openVersion(content) : null);
  if (!view) return null;
  kept.delete(key);
  kept.set(key, view);
  for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
  return view;
}

/** The layout of a question; one that differs in nothing that is laid out has it already. */
function layoutOf(view: ScheduleView, { key, question, language }: PrintInput): PageLayout {
  const { settings, ...rest } = question;
  const name = JSON.stringify([key, language, { ...settings, pages: '' }, rest]);
  if (laid?.name === name) return laid.layout;
  const texts = openTexts(language, textsOf(language));
  const layout = composePages(view, question, texts, language, openFonts().fitter);
  laid = { name, layout };
  return layout;
}

const countOf = (layout: PageLayout, pages: number): PrintCount => ({
  pages,
  of: layout.pages,
  wide: layout.tiles.length,
  tall: layout.bands.length,
  rows: layout.plan.model.visible.count,
  sheet: { width: layout.format.sheet_width, height: layout.format.sheet_height },
  text_pt: layout.textPoints,
  warnings: layout.warnings,
});
