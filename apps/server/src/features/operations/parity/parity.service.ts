import { PARITY_FIELDS, type ParityCertificate } from '@gantry/contract';
import { minuteAt, type VersionRow } from '@gantry/domain';
import { type Cell, formatCsv } from '@gantry/interchange';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { readVersion, planRowsOf } from '../../planning/edits/edits.service.ts';
import { engineThread } from '../../planning/timetable/timetable.service.ts';
import { findSource, listEditNames } from './parity.repository.ts';
import { compareDates } from './parity.rules.ts';

const SHOWN = 2000;
const EXPECTED_IGNORED = 'timetable.expected_finish_ignored';
/** Edits after an import that change no input of the calculation. */
const HARMLESS = new Set(['timetable.calculate', 'version.import']);

/** Calculates an imported version without storing, and compares with the dates of its file. */
export async function certify(context: Context, versionId: number): Promise<ParityCertificate> {
  const input = await readVersion(context, versionId, async (reader) => {
    const { db, key, head, rows } = reader;
    const stored = await rows('importedDates');
    if (!stored.length) fail('parity.no_stored_dates', { name: head.name });
    const plan = await planRowsOf(reader);
    return {
      plan,
      stored,
      dataDate: head.data_date,
      rows: await rows('wbs'),
      relations: await rows('relation'),
      calendars: await rows('calendar'),
      settings: await rows('settings'),
      source: await findSource(db, key.spaceId, key.versionId),
      edits: await listEditNames(db, key.spaceId, key.versionId),
    };
  });
  const dataDate = input.dataDate ?? context.now().toISOString().slice(0, 16);
  const outcome = await engineThread.run({ rows: input.plan, dataDate: minuteAt(dataDate) });
  const driving = new Map(outcome.relations.map(({ id, after }) => [id, after.driving]));
  const source = input.source ?? {};
  const edited = input.edits.some((name) => !HARMLESS.has(name));
  const compared = compareDates({
    rows: input.rows,
    calculated: new Map(outcome.items.map(({ id, after }) => [id, after])),
    stored: input.stored,
    relations: input.relations.map((relation): VersionRow<'relation'> => ({
      ...relation,
      driving: driving.get(relation.id) ?? relation.driving,
    })),
    calendars: input.calendars,
    options: input.settings[0]?.options ?? {},
    dataDate,
    source: { options: source.options ?? null, externalItems: source.external_items ?? [] },
    edited,
  });
  const ignored = new Set(outcome.issues.filter(({ code }) => code === EXPECTED_IGNORED).flatMap(({ items }) => items));
  return {
    program: source.program ?? '',
    file: source.file ?? '',
    ...compared,
    edited,
    expected_ignored: input.rows.filter(({ id }) => ignored.has(id)).map(({ id, code, name }) => ({ id, code, name })),
  };
}

/** The certificate as the page shows it: its first differences. */
export async function readCertificate(context: Context, versionId: number): Promise<ParityCertificate> {
  const certificate = await certify(context, versionId);
  return { ...certificate, differences: certificate.differences.slice(0, SHOWN) };
}

/** All differences as CSV, one activity a line. */
export async function writeCertificate(context: Context, versionId: number): Promise<string> {
  const { differences } = await certify(context, versionId);
  const headers = ['Code', 'Name', 'Cause', 'Because', ...PARITY_FIELDS.flatMap((field) => [`${field} of file`, `${field} calculated`])];
  const rows = differences.map(({ code, name, cause, because, fields }): Cell[] => [
    code,
    name,
    cause,
    because,
    ...PARITY_FIELDS.flatMap((field): Cell[] => {
      const found = fields.find((one) => one.field === field);
      return [found?.stored ?? null, found?.calculated ?? null];
    }),
  ]);
  return `\ufeff${formatCsv({ headers, rows })}`;
}
