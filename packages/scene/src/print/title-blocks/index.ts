import type { TitleBlockForm } from '@gantry/domain';
import { gost } from './gost.ts';
import { iso } from './iso.ts';
import type { TitleForm } from './title-block.ts';

/** Title blocks by the form that a format names; a new one is a file beside these and its name here. */
export const TITLE_FORMS: Record<TitleBlockForm, TitleForm | null> = { none: null, gost, iso };

/** How wide the block of a form is, in millimetres. */
export const blockWidth = (form: TitleBlockForm): number => TITLE_FORMS[form]?.first.width ?? 0;
