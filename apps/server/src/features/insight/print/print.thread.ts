import { closeSync, openSync, writeSync } from 'node:fs';
import newCode from 'qrcode-generator';
import { filledSlot, type Language, pagesNamed, picturesIn, PRINT_SLOTS } from '@gantry/domain';
import { type ScheduleView, type VersionValues, viewOfValues } from '@gantry/plan-view';
import {
  bookmarksOf,
  codeSquares,
  countCutTitles,
  openPages,
  openPdf,
  type PageLayout,
  type PageValues,
  type PdfAbout,
  PRINT_INKS,
  type PrintWarning,
  uuidOf,
} from '@gantry/scene';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { openFonts, packPage, READ_ROWS } from './print.fonts.service.ts';
import { composePages, lookInWords, type PrintQuestion } from './print.pages.rules.ts';
import { pictureOf, rasterOf } from './print.picture.service.ts';
import { missingSigns } from './print.signs.rules.ts';
import { openTexts } from './print.texts.rules.ts';

/**
 * `key` says which content of which version, as whom; its rows come where the thread asked for them. `logo` are the bytes of the picture
 * that the format names, null where it is gone. A PDF goes into the file at `path`; one page of it comes back.
 */
export type PrintInput = {
  key: string;
  content?: VersionValues;
  question: PrintQuestion;
  language: Language;
  about: PdfAbout;
  logo: Uint8Array | null;
  as: { do: 'count' } | { do: 'png'; page: number; width: number } | { do: 'pdf'; page: number } | { do: 'file'; path: string };
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
  | { bytes: Uint8Array }
  | { pages: number; missingSigns: string[] }
  | { refused: 'pages_wrong' | 'no_such_page' };

/** Versions that were printed last, and how the last of them was laid out. */
const kept = new Map<string, ScheduleView>();
const KEPT = 2;
let laid: { name: string; layout: PageLayout; warnings: PrintWarning[] | null } | null = null;

serveThread<PrintInput, PrintOutcome>(async (input, progress) => {
  const view = find(input);
  if (!view) return { missing: true };
  const { question, as, language, about } = input;
  const layout = layoutOf(view, input);
  const { settings } = question;
  const wanted = pagesNamed(settings.pages, layout.pages);
  if (!wanted?.length) return { refused: 'pages_wrong' };
  const { fonts, fitter } = openFonts();
  const { format, plan } = layout;
  const { span } = plan;
  const texts = openTexts(language, textsOf(language));
  const range = span ? `${texts.date(span.start)} – ${texts.date(span.finish - 1)}` : '';
  const values: PageValues = { ...question.values, ...lookInWords(view, question, texts), range, guid: uuidOf(about.id) };
  if (as.do === 'count')
    return { count: countOf(layout, wanted.length, [...warningsOf(layout, values), ...marksMissing(input, layout, values)]) };
  const colours = PRINT_INKS[format.colours];
  const pictures = { logo: input.logo ? await rasterOf(input.logo) : null, qr: codeSquares(filledSlot(format.qr, values), newCode) };
  const pages = openPages(layout, values, fitter, pictures);
  const list = 'page' in as ? wanted.slice(as.page - 1, as.page) : wanted;
  if (!list.length) return { refused: 'no_such_page' };
  if (as.do === 'png') return { bytes: pictureOf(pages.page(list[0] - 1), colours, as.width) };
  const tagged = plan.model.visible.count <= READ_ROWS;
  const write = async (put: (bytes: Uint8Array) => void): Promise<string[]> => {
    const pdf = openPdf({ colours, fonts }, { about, tagged, deflate: packPage, put }, (added) => list[added] - 1);
    for (const [done, page] of list.entries()) {
      await pdf.add(pages.page(page - 1));
      if (done % PAGES_A_REPORT === 0) progress(done / list.length);
    }
    return (await pdf.close(bookmarksOf(layout))).missing;
  };
  if (as.do === 'pdf') {
    const parts: Uint8Array[] = [];
    await write((bytes) => void parts.push(bytes));
    return { bytes: Buffer.concat(parts) };
  }
  const file = openSync(as.path, 'wx');
  try {
    return { missingSigns: await write((bytes) => void writeSync(file, bytes)), pages: list.length };
  } finally {
    closeSync(file);
  }
});

const PAGES_A_REPORT = 16;

function find({ key, content }: PrintInput): ScheduleView | null {
  const view = kept.get(key) ?? (content ? viewOfValues(content) : null);
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
  laid = { name, layout, warnings: null };
  return layout;
}

/** What only the texts of a layout tell; it is found once. */
function warningsOf(layout: PageLayout, values: PageValues): PrintWarning[] {
  if (laid?.layout === layout && laid.warnings) return laid.warnings;
  const { fonts } = openFonts();
  const signs = missingSigns(layout, values, fonts);
  const warnings: PrintWarning[] = signs.length > 0 ? [{ code: 'glyphs_missing', value: signs.length, signs: signs.join(' ') }] : [];
  if (laid?.layout === layout) laid.warnings = warnings;
  return warnings;
}

/** What is wrong with the title block and with the pictures of slots. */
function marksMissing({ logo }: PrintInput, { format }: PageLayout, values: PageValues): PrintWarning[] {
  const warnings: PrintWarning[] = [];
  const cut = countCutTitles(format, values, openFonts().fitter);
  if (cut > 0) warnings.push({ code: 'titles_cut', value: cut });
  if (format.logo_id !== null && !logo) warnings.push({ code: 'logo_gone', value: format.logo_id });
  const named = PRINT_SLOTS.some((slot) =>
    [format.titles[slot], format.headers[slot]].some((text) => picturesIn(text).pictures.includes('qr')),
  );
  const text = filledSlot(format.qr, values);
  if (named && text !== '' && codeSquares(text, newCode) === null) warnings.push({ code: 'qr_long', value: text.length });
  return warnings;
}

const countOf = (layout: PageLayout, pages: number, more: readonly PrintWarning[]): PrintCount => ({
  pages,
  of: layout.pages,
  wide: layout.tiles.length,
  tall: layout.bands.length,
  rows: layout.plan.model.visible.count,
  sheet: { width: layout.format.sheet_width, height: layout.format.sheet_height },
  text_pt: layout.textPoints,
  warnings: [...layout.warnings, ...more],
});
