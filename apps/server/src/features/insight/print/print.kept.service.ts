import { printFormat, printSettings } from '@gantry/contract';
import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS, type PrintFormat, type PrintSettings, whyNotPrintable } from '@gantry/domain';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { presetsOf } from '../../access/presets/presets.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { listExisting } from './print.kept.repository.ts';

/** A sheet and what is printed on it, as a person prints a version. */
type Kept = { settings: PrintSettings; format: PrintFormat };

const formats = presetsOf('print_format', (content) => printFormat.parse(content), { taken: 'print.format_name_taken' });
const ownSettings = presetsOf('print_settings', (content) => z.object({ settings: printSettings, format: printFormat }).parse(content), {
  unlimited: true,
});

const USUAL: Kept = { settings: DEFAULT_PRINT_SETTINGS, format: DEFAULT_PRINT_FORMAT };

/** Refuses a sheet that nothing can be printed on. */
export function mustBePrintable(format: PrintFormat): void {
  const why = whyNotPrintable(format);
  if (why) fail(why.code, { field: why.field });
}

/** Formats of sheets that the caller may use. */
export async function listFormats(context: Context, versionId: number) {
  await getVersion(context, versionId);
  return listFormatsOfSpace(context);
}

/** Formats of sheets that the caller may use, whatever is printed. */
export async function listFormatsOfSpace(context: Context) {
  const items = await formats.list(context, '');
  return items.map(({ content, active: _active, ...item }) => ({ ...item, format: content }));
}

export async function createFormat(
  context: Context,
  versionId: number,
  { format, ...named }: { name: string; shared: boolean; format: PrintFormat },
): Promise<number> {
  await getVersion(context, versionId);
  mustBePrintable(format);
  return formats.create(context, { ...named, content: format });
}

export async function updateFormat(
  context: Context,
  versionId: number,
  presetId: number,
  { format, ...change }: { name?: string | undefined; shared?: boolean | undefined; format?: PrintFormat | undefined },
): Promise<void> {
  await getVersion(context, versionId);
  if (format) mustBePrintable(format);
  await formats.update(context, presetId, {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.shared !== undefined && { shared: change.shared }),
    ...(format && { content: format }),
  });
}

export async function removeFormat(context: Context, versionId: number, presetId: number): Promise<void> {
  await getVersion(context, versionId);
  await formats.remove(context, presetId);
}

/** Settings are kept by the name of their version: one a person and version. */
const nameOf = (versionId: number): string => String(versionId);

const findOwn = (context: Context, versionId: number) => ownSettings.own(context, nameOf(versionId));

/** Removes the caller's settings of versions that are gone, or that they do not see any longer. */
async function removeLeft(context: Context): Promise<void> {
  const kept = await ownSettings.names(context);
  if (!kept.length) return;
  const versionIds = kept.map(({ name }) => Number(name));
  const there = new Set((await context.read((db) => listExisting(db, context.spaceId, versionIds))).map(nameOf));
  const left = kept.flatMap(({ id, name }) => (there.has(name) ? [] : [id]));
  if (left.length) await ownSettings.removeOwn(context, left);
}

/** How the caller prints a version: by id, or (0) as they last did. */
export async function readSettings(context: Context, versionId: number, settingsId: number): Promise<Kept & { id: number }> {
  await getVersion(context, versionId);
  const own = await findOwn(context, versionId);
  if (settingsId !== 0 && own?.id !== settingsId) fail('preset.not_found', { id: settingsId });
  return { id: own?.id ?? 0, ...(own?.content ?? USUAL) };
}

export async function createSettings(context: Context, versionId: number, kept: Kept): Promise<number> {
  await getVersion(context, versionId);
  mustBePrintable(kept.format);
  const own = await findOwn(context, versionId);
  if (!own) {
    await removeLeft(context);
    return ownSettings.create(context, { name: nameOf(versionId), shared: false, content: kept });
  }
  await ownSettings.update(context, own.id, { content: kept });
  return own.id;
}

export async function updateSettings(
  context: Context,
  versionId: number,
  { id, settings, format }: { id: number; settings?: PrintSettings | undefined; format?: PrintFormat | undefined },
): Promise<void> {
  const before = await readSettings(context, versionId, id);
  const content = { settings: settings ?? before.settings, format: format ?? before.format };
  mustBePrintable(content.format);
  await ownSettings.update(context, id, { content });
}

type Asked = {
  format_id?: number | undefined;
  format?: PrintFormat | undefined;
  settings_id?: number | undefined;
  settings?: PrintSettings | undefined;
};

/** The sheet and the settings of a call: as it says, else as they were kept, else as usual. */
export async function chosenOf(context: Context, versionId: number, asked: Asked): Promise<Kept> {
  const kept = asked.settings_id === undefined ? USUAL : await readSettings(context, versionId, asked.settings_id);
  const format = asked.format ?? (asked.format_id === undefined ? kept.format : await formats.content(context, asked.format_id));
  mustBePrintable(format);
  return { format, settings: asked.settings ?? kept.settings };
}
