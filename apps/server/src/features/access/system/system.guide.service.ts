import type { Language } from '@gantry/domain';
import { textsOf } from '../localization/localization.service.ts';

/** Sections of the user guide in their order; what they say are the texts `guide.<section>_title` and `guide.<section>_text`. */
const SECTIONS = ['spaces', 'structure', 'versions', 'rows', 'relations', 'calculation', 'files', 'people'] as const;

/** The user guide in a language. */
export function guideIn(language: Language): { id: string; title: string; text: string }[] {
  const texts = textsOf(language);
  return SECTIONS.map((id) => ({ id, title: texts[`guide.${id}_title`], text: texts[`guide.${id}_text`] }));
}
