import type { AiFact, AiSentence, FactKind } from '@gantry/contract';
import type { Language } from '@gantry/domain';

type Params = AiFact['params'];
/** The words of one language: a sentence for each kind of fact. */
type Words = Record<FactKind, (params: Params, forms: Forms) => string>;
type Forms = {
  number(value: unknown): string;
  date(value: unknown): string;
  /** A count with the word in the form that the number asks for. */
  count(value: unknown, words: readonly string[]): string;
};

const WORKS_RU = ['работа', 'работы', 'работ'];
const DAYS_RU = ['день', 'дня', 'дней'];
const WORKS_EN = ['work', 'works'];
const DAYS_EN = ['day', 'days'];
const WORKS_FR = ['tâche', 'tâches'];
const DAYS_FR = ['jour', 'jours'];

const abs = (value: unknown): number => Math.abs(Number(value));

const EN: Words = {
  counts: (p, { count, number }) =>
    `The plan has ${count(p['works'], WORKS_EN)}: ${number(p['completed'])} done, ${number(p['in_progress'])} in progress, ${number(p['not_started'])} not started.`,
  finish: (p, { date }) => `It ends on ${date(p['finish'])}.`,
  slip: (p, { date, count }) =>
    p['days'] === 0
      ? `That is the target, ${date(p['target'])}.`
      : `That is ${count(abs(p['days']), DAYS_EN)} ${Number(p['days']) > 0 ? 'after' : 'before'} the target, ${date(p['target'])}.`,
  finish_moved: (p, { count }) =>
    `Against version "${p['version']}" the finish moved ${count(abs(p['days']), DAYS_EN)} ${Number(p['days']) > 0 ? 'later' : 'earlier'}.`,
  progress: (p, { number }) => `${number(p['progress'])} % is done, ${number(p['planned'])} % was planned to be.`,
  pace: (p, { number, date }) => `At the pace so far, ${number(p['index'])} of the planned one, it would end on ${date(p['finish'])}.`,
  overdue: (p, { count }) => `${count(p['count'], WORKS_EN)} should be finished by now and not so.`,
  late: (p, { count }) => `After the target date, finished ones included: ${count(p['count'], WORKS_EN)}.`,
  negative_float: (p, { count }) => `${count(p['count'], WORKS_EN)} cannot keep the dates that are set: the float is negative.`,
  critical: (p, { count, number }) => `Critical: ${count(p['count'], WORKS_EN)}, ${number(p['share'])} % of all.`,
  driving: (p, { count }) => `The finish is driven by a chain of ${count(p['count'], WORKS_EN)}, from "${p['first']}" to "${p['last']}".`,
  health: (p, { count }) => `${count(p['checks'], ['check of the schedule is', 'checks of the schedule are'])} not passed.`,
};
const RU: Words = {
  counts: (p, { count, number }) =>
    `В плане ${count(p['works'], WORKS_RU)}: выполнено ${number(p['completed'])}, идёт ${number(p['in_progress'])}, не начато ${number(p['not_started'])}.`,
  finish: (p, { date }) => `План заканчивается ${date(p['finish'])}.`,
  slip: (p, { date, count }) =>
    p['days'] === 0
      ? `Это целевой срок, ${date(p['target'])}.`
      : `Это на ${count(abs(p['days']), DAYS_RU)} ${Number(p['days']) > 0 ? 'позже' : 'раньше'} целевого срока, ${date(p['target'])}.`,
  finish_moved: (p, { count }) =>
    `По сравнению с версией «${p['version']}» окончание сдвинулось на ${count(abs(p['days']), DAYS_RU)} ${Number(p['days']) > 0 ? 'позже' : 'раньше'}.`,
  progress: (p, { number }) => `Выполнено ${number(p['progress'])} %, по плану должно быть ${number(p['planned'])} %.`,
  pace: (p, { number, date }) => `При нынешнем темпе, ${number(p['index'])} от планового, план закончится ${date(p['finish'])}.`,
  overdue: (p, { count }) => `Просрочено: ${count(p['count'], WORKS_RU)}.`,
  late: (p, { count }) => `Позже целевого срока, считая законченные: ${count(p['count'], WORKS_RU)}.`,
  negative_float: (p, { count }) => `Заданных сроков не выдержать, резерв отрицательный: ${count(p['count'], WORKS_RU)}.`,
  critical: (p, { count, number }) => `Критических: ${count(p['count'], WORKS_RU)}, это ${number(p['share'])} % всех.`,
  driving: (p, { count }) => `Окончание определяет цепочка (${count(p['count'], WORKS_RU)}): от «${p['first']}» до «${p['last']}».`,
  health: (p, { count }) => `Не пройдено: ${count(p['checks'], ['проверка', 'проверки', 'проверок'])} графика.`,
};
const FR: Words = {
  counts: (p, { count, number }) =>
    `Le plan compte ${count(p['works'], WORKS_FR)}. Achevées : ${number(p['completed'])}, en cours : ${number(p['in_progress'])}, non commencées : ${number(p['not_started'])}.`,
  finish: (p, { date }) => `Il se termine le ${date(p['finish'])}.`,
  slip: (p, { date, count }) =>
    p['days'] === 0
      ? `C’est la date cible, le ${date(p['target'])}.`
      : `C’est ${count(abs(p['days']), DAYS_FR)} ${Number(p['days']) > 0 ? 'après' : 'avant'} la cible, le ${date(p['target'])}.`,
  finish_moved: (p, { count }) =>
    `Par rapport à la version « ${p['version']} », la fin est ${Number(p['days']) > 0 ? 'retardée' : 'avancée'} de ${count(abs(p['days']), DAYS_FR)}.`,
  progress: (p, { number }) => `Avancement : ${number(p['progress'])} %, prévu : ${number(p['planned'])} %.`,
  pace: (p, { number, date }) => `Au rythme actuel, ${number(p['index'])} de celui prévu, il se terminerait le ${date(p['finish'])}.`,
  overdue: (p, { count }) => `En retard à ce jour : ${count(p['count'], WORKS_FR)}.`,
  late: (p, { count }) => `Après la date cible, tâches achevées comprises : ${count(p['count'], WORKS_FR)}.`,
  negative_float: (p, { count }) => `Dates fixées intenables, marge négative : ${count(p['count'], WORKS_FR)}.`,
  critical: (p, { count, number }) => `Critiques : ${count(p['count'], WORKS_FR)}, soit ${number(p['share'])} % de l’ensemble.`,
  driving: (p, { count }) => `La fin dépend d’une chaîne de ${count(p['count'], WORKS_FR)}, de « ${p['first']} » à « ${p['last']} ».`,
  health: (p, { count }) =>
    `${count(p['checks'], ['contrôle du planning n’est', 'contrôles du planning ne sont'])} pas respecté${Number(p['checks']) > 1 ? 's' : ''}.`,
};
const WORDS: Record<Language, Words> = { 'en-US': EN, ru: RU, fr: FR };

/** Where the forms of a counted word stand: one, few and many in Russian; one and other elsewhere. */
const FORM: Partial<Record<Intl.LDMLPluralRule, number>> = { one: 0, few: 1, many: 2, other: 1 };

/** Facts as sentences of a language. */
export function narrativeOf(facts: readonly AiFact[], language: Language): AiSentence[] {
  const sentences = WORDS[language];
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  const forms: Forms = {
    number: (value) => number.format(Number(value)),
    date: (value) => String(value).split('-').toReversed().join('.'),
    count: (value, words) => `${number.format(Number(value))} ${words[FORM[plural.select(Number(value))] ?? 1] ?? words.at(-1)}`,
  };
  return facts.map(({ id, kind, params }) => ({ text: sentences[kind](params, forms), fact_ids: [id] }));
}
