import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import forms from '../../../testing/word-forms.json' with { type: 'json' };
import { createWorld, type World } from '../../../testing/world.ts';
import { stemsOf } from './search.stems.service.ts';
import { excerptOf, marksOf, questionOf, tokensOf, tsqueryOf, vectorOf, withoutCommon, withoutSigns } from './search.words.rules.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Whether each question finds its text, and what it marks there; null where it does not. */
async function answers(asked: readonly (readonly [question: string, text: string])[]): Promise<(string[] | null)[]> {
  const cuts = asked.map(([question, text]) => ({ text, question: questionOf(question), tokens: tokensOf(text) }));
  const all = cuts.flatMap(({ question, tokens }) => [tokens, ...question.map((wanted) => wanted.tokens)]);
  const { stems, isCommon } = await world.app.services.database.read({ spaceId: null, userId: null }, (db) => stemsOf(db, all));
  const needed = cuts.map(({ question, ...rest }) => ({ ...rest, question: withoutCommon(question, isCommon) }));
  const rows = await world.sql<{ found: boolean }>(
    'select v::tsvector @@ q::tsquery as found from unnest($1::text[], $2::text[]) with ordinality t (v, q, n) order by n',
    [
      needed.map(({ tokens }) => vectorOf(tokens, stems, { node_id: 1, chat_id: null })),
      needed.map(({ question }) => tsqueryOf(question, stems)),
    ],
  );
  return needed.map(({ text, tokens, question }, at) =>
    rows[at].found ? marksOf(text, tokens, question, stems).map(([from, to]) => text.slice(from, to)) : null,
  );
}
const found = (question: string, texts: readonly string[]) => answers(texts.map((text) => [question, text]));

test.each(Object.entries(forms))('forms of words find each other, in %s 95 of 100', async (_language, pairs) => {
  // A space behind: the word is finished, no prefix helps.
  const both = await answers(pairs.flatMap(([one, other]) => [[`${one} `, `B ${other} 7`] as const, [`${other} `, `B ${one} 7`] as const]));
  const missed = pairs.filter((_pair, at) => both[2 * at] === null || both[2 * at + 1] === null).map((pair) => pair.join(' '));
  expect(pairs.length).toBeGreaterThanOrEqual(100);
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(pairs.length * 0.05);
});

describe('a question', () => {
  test.each([
    ['all its words', 'pour walls', 'The walls were poured', 'Walls'],
    ['an unfinished last word', 'бетонир', 'Бетонирование плиты', 'Плита'],
    ['finished words alone', 'бет плита', 'Бет, плиты', 'Бетонирование плиты'],
    ['a phrase in quotes', '"north wall"', 'The north walls', 'A wall in the north'],
    ['a phrase in guillemets', '«несущая стена»', 'Несущие стены этажа', 'Стена несущая'],
    ['е for ё', 'чертеж', 'Чертёж КЖ', 'Черта'],
    ['no accents', 'beton', 'Béton armé', 'Bateau'],
    ['accents', 'béton', 'Beton C25', 'Bateau'],
    ['a code however it is joined', 'К12', 'Колонна К-12', 'Колонна К-13'],
    ['a code in Latin letters that look alike', 'K-12', 'Колонна К-12', 'Колонна К-13'],
    ['a code by its parts', 'К 12', 'Колонна К-12', 'К 13'],
    ['a code and not by a number in it', 'М300В20', 'Бетон М300-В20', 'Бетон 300, В20'],
    ['an unfinished code and not by a number in it', 'узел20ось', 'Узел20осьА', 'Лист 2013'],
    ['a part of a code', '1.2', 'A-101.1.2', 'A-101.2.1'],
    ['a part of a hyphened word', 'shirt', 'One t-shirt', 'One tee'],
    ['a hyphened word', 't-shirt', 'One t-shirt', 'A shirt, a tee'],
    ['a hyphened word without the hyphen', 'tshirt', 'One t-shirt', 'A shirt'],
    ['a file by its name', 'otchet_sten.pdf', 'Otchet_sten.pdf', 'otchet.pdf'],
    ['a file by a word of its name', 'sten', 'Otchet_sten.pdf', 'otchet.pdf'],
    ['a number in a code', '101', 'А101', 'А102'],
    ['words beside common ones', 'стена и пол', 'Стены, полы', 'Стены и потолки'],
    ['a common word alone', 'and', 'Walls and slabs', 'Walls, slabs'],
    ['words with soft hyphens', 'wall', 'wa\u00adll', 'wa ll'],
    ['other scripts', '混凝土', '混凝土 C30', '土'],
  ])('finds by %s', async (_what, question, is, isNot) => {
    const [one, other] = await found(question, [is, isNot]);
    expect([one !== null, other !== null]).toEqual([true, false]);
    expect(one).not.toEqual([]);
  });

  test('marks what it found', async () => {
    expect(await found('плита "north wall" K12', ['Плиты, плитка: the north walls of К-12 and others'])).toEqual([
      ['Плиты', 'north', 'walls', 'К-12'],
    ]);
  });

  test.each(['', '   ', '!', '&|!():*<->', "'''\\", '\0', '\ud800', '\u0301\u0301', '"', '«»', '🏗', '\u202e\u200b'])(
    'that holds no word asks for nothing: %j',
    (question) => expect(questionOf(question)).toEqual([]),
  );

  // Nothing of it reaches the database but letters and digits: it is understood, and finds no other text.
  test('of signs of a query is a question of its words', async () => {
    const questions = [
      "wall' | '*",
      'wall & !slab',
      'wall:* <-> (slab',
      String.raw`wall\' | \'*`,
      `wall ${'x'.repeat(8192)}`,
      'wall '.repeat(2000),
      'wall\0slab',
      'wall\ud800slab',
      `w${'\u0301'.repeat(500)}all`,
      `"wall slab" ":*" '*'`,
    ];
    expect(await answers(questions.map((question) => [question, 'roof']))).toEqual(questions.map(() => null));
    expect(["'*'", ':*', '*'].map(questionOf)).toEqual([[], [], []]);
  });
});

test('a text of any size is cut into as much as an entry holds', async () => {
  const texts = [
    Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' '),
    'a'.repeat(1_000_000),
    'стена '.repeat(100_000),
    '-a'.repeat(100_000),
    '\u0301'.repeat(100_000),
    'é\0\ud800\udfff wall',
  ];
  expect(await found('wall', texts)).toEqual([null, null, null, null, null, ['wall']]);
});

test('an excerpt stands around the first mark', () => {
  const text = `${'before '.repeat(60)}wall${' after'.repeat(60)}`;
  const at = text.indexOf('wall');
  const excerpt = excerptOf(text, [[at, at + 4]]);
  const [[from, to]] = excerpt.marks;
  expect(excerpt.text.slice(from, to)).toBe('wall');
  expect(excerpt.text).toMatch(/^…before .* after…$/);
  expect(excerpt.text.length).toBeLessThan(230);
  expect(excerptOf('wall', [[0, 4]])).toEqual({ text: 'wall', marks: [[0, 4]] });
});

test.each([
  ['**Note it**, `now`', 'Note it, now'],
  ['@{12} the *wall* is ~~gone~~ up', 'the wall is gone up'],
  ['> asked\n# Answer', 'asked\nAnswer'],
  ['2 * 3 * 4 and a_name_b', '2 * 3 * 4 and a_name_b'],
])('the signs of Markdown are not shown: %s', (text, shown) => {
  expect(withoutSigns(text)).toBe(shown);
});

test('a message of nothing but signs is read in a moment', () => {
  for (const sign of ['*', '`', '~', '>']) withoutSigns(sign.repeat(100_000));
  expect(withoutSigns('*'.repeat(100_000))).toHaveLength(100_000);
});
