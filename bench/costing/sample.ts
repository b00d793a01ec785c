import { readEstimate } from '@gantry/interchange';
import { ROWS } from './measure.ts';

export const kopecks = (at: number): bigint => BigInt(100_000 + ((at * 7919) % 9_000_000));
const amount = (units: bigint): string => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`;
export const codeOf = (at: number): string =>
  `${String(1 + (at % 40)).padStart(2, '0')}-${String(at % 97).padStart(2, '0')}-${String(at % 1000).padStart(3, '0')}`;

/** A local estimate by resources with sections of a hundred rows; `change` gives other amounts and numbers to some. */
export function gge(change: (at: number) => { name?: string; number?: number }): Buffer {
  const parts: string[] = [];
  let total = 0n;
  for (let at = 0; at < ROWS; at += 1) {
    const { name = `Concreting of structure ${at + 1} of axis ${at % 61}`, number = at + 1 } = change(at);
    if (at % 100 === 0)
      parts.push(`${at ? '</Items></Section>' : ''}<Section><Code>${at / 100 + 1}</Code><Name>Section ${at / 100 + 1}</Name><Items>`);
    total += kopecks(at);
    parts.push(
      `<Item><WorkType>Строительные</WorkType><Cost><Num>${number}</Num><Code>${codeOf(at)}</Code><Name>${name}</Name><Unit>100 м2</Unit><QuantityTotal>${1 + (at % 50)}</QuantityTotal></Cost><Totals><Current>${amount(kopecks(at))}</Current></Totals></Item>`,
    );
  }
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Construction><Meta><File><Type>ЛС</Type></File></Meta><Object><Estimate><Num>77</Num><Name>Bench</Name><EstimatePrice><Total>${amount(total)}</Total></EstimatePrice><Sections>${parts.join('')}</Items></Section></Sections></Estimate></Object></Construction>`,
  );
}
export const read = async (bytes: Buffer, name: string) => {
  const source = async function* () {
    yield bytes;
  };
  const { estimate } = await readEstimate(source, bytes.subarray(0, 65_536), { name, codePage: null });
  if (!estimate) throw new Error('the estimate of the benchmark cannot be read');
  return estimate;
};
