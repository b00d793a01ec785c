import type { Language } from '@gantry/domain';

/** Sums beyond this are written in digits. */
const LARGEST = 1e15;

/** A sum in words, its hundredths in digits: as payment papers write it. The currency stands beside it. */
export function sumInWords(sum: number, language: Language): string {
  const cents = Math.round(Math.abs(sum) * 100);
  const whole = Math.floor(cents / 100);
  if (whole >= LARGEST) return String(sum);
  const words = SPELLED[language](whole);
  const text = (sum < 0 && cents > 0 ? `${MINUS[language]} ` : '') + words;
  return `${text[0].toUpperCase()}${text.slice(1)} ${String(cents % 100).padStart(2, '0')}/100`;
}

const MINUS: Record<Language, string> = { 'en-US': 'minus', ru: 'минус', fr: 'moins' };

/** A number in groups of three digits, the largest first, with the power of a thousand of each. */
function groupsOf(value: number): { group: number; power: number }[] {
  const groups: { group: number; power: number }[] = [];
  for (let rest = value, power = 0; rest > 0; rest = Math.floor(rest / 1000), power++)
    if (rest % 1000) groups.unshift({ group: rest % 1000, power });
  return groups;
}

const list = (text: string): string[] => text.split(' ');

const EN_BELOW_20 = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
);
const EN_TENS = list('- - twenty thirty forty fifty sixty seventy eighty ninety');
const EN_POWERS = ['', 'thousand', 'million', 'billion', 'trillion'];

function english(value: number): string {
  if (value === 0) return EN_BELOW_20[0];
  const below100 = (n: number): string =>
    n < 20 ? EN_BELOW_20[n] : EN_TENS[Math.floor(n / 10)] + (n % 10 ? `-${EN_BELOW_20[n % 10]}` : '');
  return groupsOf(value)
    .map(({ group, power }) => {
      const hundreds = group >= 100 ? `${EN_BELOW_20[Math.floor(group / 100)]} hundred` : '';
      return [hundreds, group % 100 ? below100(group % 100) : '', EN_POWERS[power]].filter(Boolean).join(' ');
    })
    .join(' ');
}

const RU_ONES = list('ноль один два три четыре пять шесть семь восемь девять');
const RU_TEENS = list('десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать');
const RU_TENS = list('- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто');
const RU_HUNDREDS = list('- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот');
const RU_POWERS = [
  [],
  ['тысяча', 'тысячи', 'тысяч'],
  ['миллион', 'миллиона', 'миллионов'],
  ['миллиард', 'миллиарда', 'миллиардов'],
  ['триллион', 'триллиона', 'триллионов'],
];

function russian(value: number): string {
  if (value === 0) return RU_ONES[0];
  return groupsOf(value)
    .map(({ group, power }) => {
      const [tens, ones] = [Math.floor(group / 10) % 10, group % 10];
      // Thousands are feminine.
      const one = power === 1 && ones === 1 ? 'одна' : power === 1 && ones === 2 ? 'две' : RU_ONES[ones];
      const low = tens === 1 ? [RU_TEENS[ones]] : [tens ? RU_TENS[tens] : '', ones ? one : ''];
      const form = tens === 1 || ones === 0 || ones > 4 ? 2 : ones === 1 ? 0 : 1;
      return [group >= 100 ? RU_HUNDREDS[Math.floor(group / 100)] : '', ...low, RU_POWERS[power][form] ?? ''].filter(Boolean).join(' ');
    })
    .join(' ');
}

const FR_BELOW_20 = list(
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
);
const FR_TENS = list('- - vingt trente quarante cinquante soixante');
const FR_POWERS = ['', 'mille', 'million', 'milliard', 'billion'];

function french(value: number): string {
  if (value === 0) return FR_BELOW_20[0];
  const groups = groupsOf(value);
  return groups
    .map(({ group, power }, at) => {
      if (power === 1 && group === 1) return 'mille';
      const words = frenchBelow1000(group, at === groups.length - 1 || power > 1);
      return [words, FR_POWERS[power] + (power > 1 && group > 1 ? 's' : '')].filter(Boolean).join(' ');
    })
    .join(' ');
}

/** `plural`: nothing but a noun follows, and « cents » and « quatre-vingts » have their s. */
function frenchBelow1000(group: number, plural: boolean): string {
  const [hundreds, rest] = [Math.floor(group / 100), group % 100];
  const s = plural && rest === 0 && hundreds > 1 ? 's' : '';
  const head = hundreds === 0 ? '' : hundreds === 1 ? 'cent' : `${FR_BELOW_20[hundreds]} cent${s}`;
  return [head, rest ? frenchBelow100(rest, plural) : ''].filter(Boolean).join(' ');
}

function frenchBelow100(n: number, plural: boolean): string {
  if (n < 20) return FR_BELOW_20[n];
  if (n === 80) return plural ? 'quatre-vingts' : 'quatre-vingt';
  const base = n >= 80 ? 80 : n >= 60 ? 60 : Math.floor(n / 10) * 10;
  const stem = base === 80 ? 'quatre-vingt' : FR_TENS[base / 10];
  const rest = n - base;
  if (rest === 0) return stem;
  return base !== 80 && (rest === 1 || (base === 60 && rest === 11)) ? `${stem} et ${FR_BELOW_20[rest]}` : `${stem}-${FR_BELOW_20[rest]}`;
}

const SPELLED: Record<Language, (value: number) => string> = { 'en-US': english, ru: russian, fr: french };

/** The form of a noun for a number. Three forms are those of Russian (работа, работы, работ), two those of the language of the report. */
export function nounOf(value: number, forms: readonly string[], language: Language): string {
  const [one = '', few = one, many = few] = forms;
  const rule = new Intl.PluralRules(forms.length === 3 ? 'ru' : language === 'fr' ? 'fr' : 'en').select(Math.abs(value));
  if (rule === 'one') return one;
  // A part of a whole takes the form of few: полторы работы.
  return forms.length < 3 || rule === 'few' || rule === 'other' ? few : many;
}
