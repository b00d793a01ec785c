import { describe, expect, test } from 'vitest';
import { type NamedWork, worksByWords, worksForRow } from './cost-links.suggestions.rules.ts';

const DOINGS = ['Устройство', 'Разборка', 'Окраска', 'Монтаж'];
const PLACES = ['бетонной подготовки', 'кирпичных перегородок', 'подвесных потолков', 'оконных блоков'];
const works = Array.from({ length: 960 }, (_none, at): NamedWork => {
  const [section, level] = [1 + (Math.floor(at / 16) % 10), 1 + Math.floor(at / 160)];
  return { id: at + 1, code: `W-${at}`, name: `${DOINGS[at % 4]} ${PLACES[Math.floor(at / 4) % 4]}, секция ${section}, этаж ${level}` };
});
const known = worksByWords(works);
const ask = (name: string, more: Partial<Parameters<typeof worksForRow>[1]> = {}) =>
  worksForRow(known, { code: '', volumeCode: '', uses: [], name, ...more });

describe('works for a row of an estimate', () => {
  test.each([
    ['another order', (name: string) => name.split(', ').reverse().join(', ')],
    ['words more and upper case', (name: string) => `${name} (все работы) по проекту`.toUpperCase()],
    ['other endings', (name: string) => name.replaceAll(/(?<=\p{L}{6})\p{L}+/gu, 'енными')],
  ])('are found by a name with %s', (_what, written) => {
    const missed = works.filter(({ id, name }) => ask(written(name))[0]?.item_id !== id);
    expect(missed.length / works.length).toBeLessThan(0.02);
  });

  test('go before all by their volume code, then by what was linked before, then by their code', () => {
    const offered = ask(works[40].name, { volumeCode: 'w-7', code: 'W-9', uses: [['W-11', 3], [works[12].name, 1]] }); // prettier-ignore
    expect(offered.slice(0, 4).map(({ item_id, why }) => [item_id, why])).toEqual([[8, 'volume_code'], [12, 'history'], [13, 'history'], [10, 'code']]); // prettier-ignore
    expect(offered[4]).toMatchObject({ item_id: 41, why: 'name', score: 0.89 });
    expect(offered).toHaveLength(8);
  });

  test('are none where nothing is alike', () => {
    expect(ask('Geodesy')).toEqual([]);
    expect(ask('')).toEqual([]);
    expect(worksForRow(worksByWords([]), { code: 'x', volumeCode: '', uses: [], name: 'Wall' })).toEqual([]);
  });
});
