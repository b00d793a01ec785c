import { type Language } from '@gantry/domain';
import { english } from './demo-data.texts.en.rules.ts';
import { french } from './demo-data.texts.fr.rules.ts';
import { russian } from './demo-data.texts.ru.rules.ts';
import type { DemoTexts } from './demo-data.words.rules.ts';

const TEXTS: Record<Language, DemoTexts> = { 'en-US': english, ru: russian, fr: french };

export const textsIn = (language: Language): DemoTexts => TEXTS[language];
