/** Mutated files of cost estimates, so many a format: `npm run fuzz:estimates -- 100000`. Prints what came of them; ends with 1 where one crashed. */

import { type AnyEstimateRead, readEstimate, writeSheet } from '@gantry/interchange';
import { seeded } from './fuzz-mutations.ts';

const GGE = `<?xml version="1.0"?><Construction><Meta><File><Type>ЛС</Type></File></Meta><Object><Estimate><Num>1-2</Num><Name>Waste</Name><EstimatePrice><Total>30.30</Total></EstimatePrice><Sections><Section><Code>1</Code><Name>All</Name><Items><Item><WorkType>Прочее</WorkType><Machine><Num>1</Num><Code>A-1</Code><Name>Waste</Name><Unit>t</Unit><ConsumptionTotal>2</ConsumptionTotal></Machine><Totals><Current>30.30</Current></Totals></Item></Items></Section></Sections></Estimate></Object></Construction>`;
const GAEB = `<?xml version="1.0"?><GAEB xmlns="http://www.gaeb.de/GAEB_DA_XML/DA84/3.3"><Award><DP>84</DP><AwardInfo><Cur>EUR</Cur></AwardInfo><BoQ><BoQInfo><LblBoQ>Hall</LblBoQ><Totals><Total>433.50</Total><DiscountPcnt>3.00</DiscountPcnt><VATPart VATPcnt="19.00"><TotalNetPart>433.50</TotalNetPart></VATPart></Totals></BoQInfo><BoQBody><BoQCtgy RNoPart="01"><LblTx><p><span>Earth</span></p></LblTx><BoQBody><Itemlist><Item RNoPart="0010"><Qty>10.000</Qty><QU>m3</QU><UP>43.350</UP><IT>433.50</IT></Item></Itemlist></BoQBody></BoQCtgy></BoQBody></BoQ></Award></GAEB>`;
const BC3 =
  '~V|Me|FIEBDC-3/2007|||ANSI|\n~K|\\2\\3\\3\\2\\2\\2\\2\\EUR\\|0\\13\\6\\\\21|\n~C|R##||All|20|\n~C|A#||Part|20|\n~C|W|m3|Wall|10|\n~D|R##|A#\\1\\1\\|\n~D|A#|W\\1\\5\\|\n~M|A#\\W|1|2|\\|\n';
const CSV =
  '№ п/п;Шифр;Наименование работ;Ед. изм.;Кол-во;Цена;Сумма\n1;;Раздел;;;;\n1.1;Е1-1;Грунт;100 м3;1,5;1 000,10;1500,15\n;;Итого;;;;1500,15\n';

/** The formats with a sound file of each. */
async function samplesOf(): Promise<[format: string, bytes: Buffer][]> {
  const sheet = { headers: ['Item', 'Description', 'Qty', 'Rate', 'Amount'], rows: [['1', 'Wall', 3, 0.1, 0.3]] };
  const xlsx = Buffer.from(await writeSheet('BoQ', sheet));
  return [
    ['gge', Buffer.from(GGE)],
    ['gaeb', Buffer.from(GAEB)],
    ['bc3', Buffer.from(BC3)],
    ['csv', Buffer.from(CSV)],
    ['xlsx', xlsx],
  ];
}

/** Bytes with some of them changed, taken out, doubled or cut off. */
export function mutatedBytes(bytes: Buffer, random: (below: number) => number): Buffer {
  let copy = Buffer.from(bytes);
  for (let times = 1 + random(5); times > 0 && copy.length > 1; times -= 1) {
    const [at, length] = [random(copy.length), 1 + random(24)];
    switch (random(5)) {
      case 0:
      case 1:
        copy[at] = random(256);
        break;
      case 2:
        copy = Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)]);
        break;
      case 3:
        copy = Buffer.concat([copy.subarray(0, at + length), copy.subarray(at)]);
        break;
      default:
        if (random(6) === 0) copy = copy.subarray(0, at);
    }
  }
  return copy;
}

export type EstimateFuzzReport = {
  byFormat: Record<string, { read: number; refused: number; slowestMs: number }>;
  failures: { input: string; trouble: string }[];
};

const LONGEST_MS = 5000;

/** What is wrong with an answer; null where it is sound. */
function troubleOf({ estimate, findings }: AnyEstimateRead): string | null {
  if (!estimate) return findings.some(({ severity }) => severity === 'error') ? null : 'refused without a finding';
  for (const [at, { parent }] of estimate.rows.entries())
    if (parent !== null && !(parent >= 0 && parent < at)) return `row ${at} is below row ${parent}`;
  for (const [at, { current, base, parts, baseParts }] of estimate.rows.entries())
    for (const [whole, own] of [
      [current, parts],
      [base, baseParts],
    ] as const)
      // prettier-ignore
      if (own && own.reduce((all, part) => all + part, 0n) !== whole) return `the parts of row ${at} are not its amount`;
  const sum = estimate.rows.reduce((all, { current }) => all + (current ?? 0n), 0n);
  return estimate.counted.current === null || sum === estimate.counted.current ? null : 'the total is not the sum of the rows';
}

/** Reads so many mutations of each format. */
export async function fuzzEstimates(inputs: number, seed: number): Promise<EstimateFuzzReport> {
  const report: EstimateFuzzReport = { byFormat: {}, failures: [] };
  for (const [format, bytes] of await samplesOf()) {
    const counts = { read: 0, refused: 0, slowestMs: 0 };
    report.byFormat[format] = counts;
    for (let index = 0; index < inputs; index += 1) {
      const input = mutatedBytes(bytes, seeded(seed * 1_000_003 + index));
      const begun = performance.now();
      let trouble: string | null = null;
      try {
        const answer = await readEstimate(() => input, input.subarray(0, 65_536), { name: format, codePage: null });
        trouble = troubleOf(answer);
        counts[answer.estimate ? 'read' : 'refused'] += 1;
      } catch (error) {
        trouble = error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
      const took = performance.now() - begun;
      counts.slowestMs = Math.max(counts.slowestMs, Math.round(took));
      if (took > LONGEST_MS) trouble ??= `no answer within ${LONGEST_MS} ms`;
      if (trouble) report.failures.push({ input: `${format}, seed ${seed}, input ${index}`, trouble });
    }
  }
  return report;
}

if (process.argv[1] === import.meta.filename) {
  const report = await fuzzEstimates(Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 1));
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = report.failures.length ? 1 : 0;
}
