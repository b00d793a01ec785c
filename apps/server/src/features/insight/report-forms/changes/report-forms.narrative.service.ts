import { createHash } from 'node:crypto';
import type { ReportFormat } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { textsOf } from '../../../access/localization/localization.service.ts';
import { readSettings } from '../../../access/spaces/spaces.service.ts';
import { describeVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { documentOfNarrative, readNarrative, textOfNarrative } from '../../narrative/narrative.service.ts';
import { MEDIA_TYPES, reportsThread } from '../report-forms.found.service.ts';

/** A narrative as a file, and in words for a letter; `content` is a hash of what it tells. */
export async function writeNarrative(
  context: Context,
  {
    versionId,
    language,
    format,
    ...asked
  }: { versionId: number; language: Language; format: ReportFormat } & Parameters<typeof readNarrative>[2],
  { signal }: { signal: AbortSignal },
) {
  const narrative = await readNarrative(context, versionId, asked);
  const texts = textsOf(language);
  const t = (key: string): string => texts[key] ?? key;
  const { name, path } = await describeVersion(context, versionId);
  const place = path.findLast(({ kind }) => kind === 'schedule')?.name ?? '';
  const dataDate = new Intl.DateTimeFormat(language, { timeZone: 'UTC' }).format(new Date(`${narrative.data_date.slice(0, 10)}T00:00Z`));
  const words = { t, language, currency: (await readSettings(context)).currency };
  const document = documentOfNarrative(narrative, { place, version: name, dataDate }, words);
  const done = await reportsThread.run({ do: 'document', document, format, language, created: context.now().toISOString() }, { signal });
  if (!('bytes' in done)) throw new Error('the thread answered something else');
  const content = JSON.stringify([versionId, narrative.base?.id ?? null, narrative.sections, language]);
  return {
    mediaType: MEDIA_TYPES[format],
    bytes: done.bytes,
    name: `${document.title} – ${name}.${format}`.replaceAll(/[\\/:*?"<>|]+/g, ' '),
    content: createHash('sha256').update(content).digest('hex'),
    words: textOfNarrative(narrative, words),
  };
}
