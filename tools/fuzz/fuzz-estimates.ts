/** Mutated files of cost estimates, so many a format, or of one format: `npm run fuzz:estimates -- 100000 [SEED [FORMAT]]`. Prints what came of them; ends with 1 where one crashed. */

import { type AnyEstimateRead, readEstimate, unpackResources, writeSheet } from '@gantry/interchange';
import { mutatedArchive, mutatedBytes } from './fuzz-bytes.ts';
import { seeded } from './fuzz-mutations.ts';

const local = (schema: string, inner: string): string =>
  `<?xml version="1.0"?><Construction xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="${schema}"><Meta><File><Type>ЛС</Type></File></Meta><Object><Estimate><Num>1-2</Num><Name>Waste</Name>${inner}</Estimate></Object></Construction>`;
const WASTE =
  '<Item><WorkType>Прочее</WorkType><Machine><Num>1</Num><Code>A-1</Code><Name>Waste</Name><Unit>t</Unit><ConsumptionTotal>2</ConsumptionTotal></Machine><Totals><Current>30.30</Current></Totals></Item>';
const BY_RESOURCES = local(
  'LocalEstimateResourceIndexMethod.xsd',
  `<EstimatePrice><Total>30.30</Total></EstimatePrice><Sections><Section><Code>1</Code><Name>All</Name><Items>${WASTE}<FreeString>note</FreeString></Items></Section></Sections>`,
);
const DIG =
  '<Item><WorkType>Строительные</WorkType><Overheads><PriceCur>20.00</PriceCur></Overheads><Cost><Num>1</Num><Code>A-1</Code><Name>Dig</Name><Unit>m3</Unit><QuantityTotal>2</QuantityTotal><Totals><Base><Machines>1.03</Machines><Materials>0.07</Materials></Base><Current><WorkersSalary>10.00</WorkersSalary></Current><Natural><LaborCosts>8.63</LaborCosts></Natural></Totals><ResourcesInternal><Worker><Code>1-49</Code><Name>Mason</Name><ConsumptionTotal>8.63</ConsumptionTotal><PriceTotalBase>5.10</PriceTotalBase></Worker><Machine><Name>Lift</Name><Machinist><Unit>h</Unit></Machinist></Machine></ResourcesInternal></Cost><Resources><Material><PriceTotalBase>0.11</PriceTotalBase><Transport><PriceTotalCur>-1.00</PriceTotalCur></Transport></Material><Machine><MachinistSalary>3.00</MachinistSalary></Machine></Resources><Totals><Base>1.21</Base></Totals><QTF><NumQTF>7</NumQTF></QTF></Item>';
const cell = (base: string, current: string): string =>
  `<PriceBase>${base}</PriceBase><PriceCurrent>${current}</PriceCurrent><PriceIndex><Final>8.5</Final></PriceIndex>`;
const BY_INDICES = local(
  'LocalEstimateBaseIndexMethod.xsd',
  `<EstimatePrice><Building><Machines>${cell('1.03', '8.76')}</Machines><Materials><Price>${cell('0.18', '1.53')}</Price></Materials></Building><Total><PriceBase>1.21</PriceBase><PriceCurrent>42.29</PriceCurrent></Total></EstimatePrice><Sections><Section><Code>1</Code><Name>All</Name><Items>${DIG}</Items></Section></Sections>`,
);
const PUMP =
  '<Item><WorkType>Прочее</WorkType><Equipment><Num>1</Num><Code>P-1</Code><Name>Pump</Name><Unit>pc</Unit><QuantityTotal>1</QuantityTotal><PriceTotalCur>7.00</PriceTotalCur><PriceTotalBase>1.00</PriceTotalBase><Transport><PriceTotalCur>0.50</PriceTotalCur><PriceTotalBase>0.10</PriceTotalBase></Transport></Equipment><Totals><Base>1.10</Base><Current>7.50</Current></Totals></Item>';
const STATED = local(
  'LocalEstimateBaseIndexMethod.xsd',
  `<IndexType>Отсутствует</IndexType><EstimatePrice><Total><PriceBase>1.10</PriceBase><PriceCurrent>7.50</PriceCurrent></Total></EstimatePrice><Sections><Section><Code>1</Code><Name>All</Name><Items>${PUMP}</Items></Section></Sections>`,
);
const entry = (tag: string): string => `<${tag}><Total>10.03</Total><Name>Part</Name><Num>1</Num><Reason>01-01</Reason></${tag}>`;
const SUMMARY = `<?xml version="1.0"?><Construction><Meta><File><Type>ССР</Type></File></Meta><Num>7</Num><PriceLevel><BasicPrice>false</BasicPrice></PriceLevel><Summary><Total>20.06</Total></Summary><Chapter1><ChapterName><ConstantNameChapter>Site</ConstantNameChapter></ChapterName>${entry('LocalEstimate')}</Chapter1><Chapter13>${entry('Addition')}</Chapter13></Construction>`;
const BILL = `<?xml version="1.0"?><Construction><Meta><File><Type>Ведомость объемов работ</Type></File></Meta><Num>7</Num><Sections><Section><Num>1</Num><Name>Pit</Name><Works><Work><Num>4</Num><Type>работа</Type><Name>Base</Name><Unit>м3</Unit><Quantity>39.176</Quantity><Resources><Resource><Num>2</Num><Type>перевозка</Type><Name>Haul</Name><Unit>т</Unit><Quantity>64.64</Quantity></Resource></Resources></Work></Works></Section></Sections></Construction>`;
const GAEB = `<?xml version="1.0"?><GAEB xmlns="http://www.gaeb.de/GAEB_DA_XML/DA84/3.3"><Award><DP>84</DP><AwardInfo><Cur>EUR</Cur></AwardInfo><BoQ><BoQInfo><LblBoQ>Hall</LblBoQ><Totals><Total>433.50</Total><DiscountPcnt>3.00</DiscountPcnt><VATPart VATPcnt="19.00"><TotalNetPart>433.50</TotalNetPart></VATPart></Totals></BoQInfo><BoQBody><BoQCtgy RNoPart="01"><LblTx><p><span>Earth</span></p></LblTx><BoQBody><Itemlist><Item RNoPart="0010"><Qty>10.000</Qty><QU>m3</QU><UP>43.350</UP><IT>433.50</IT></Item></Itemlist></BoQBody></BoQCtgy></BoQBody></BoQ></Award></GAEB>`;
const BC3 =
  '~V|Me|FIEBDC-3/2007|||ANSI|\n~K|\\2\\3\\3\\2\\2\\2\\2\\EUR\\|0\\13\\6\\\\21|\n~C|R##||All|20|\n~C|A#||Part|20|\n~C|W|m3|Wall|10|\n~D|R##|A#\\1\\1\\|\n~D|A#|W\\1\\5\\|\n~D|W|L\\1\\0.5\\|\n~C|L|h|Mason|10.5||1|\n~M|A#\\W|1|2|\\North\\1\\2\\\\\\|\n';
const CSV =
  '№ п/п;Шифр;Наименование работ;Ед. изм.;Кол-во;Цена;Сумма\n1;;Раздел;;;;\n1.1;Е1-1;Грунт;100 м3;1,5;1 000,10;1500,15\n;;Итого;;;;1500,15\n';

/** The formats with sound files of each. */
async function samplesOf(): Promise<[format: string, files: Buffer[]][]> {
  const sheet = { headers: ['Item', 'Description', 'Qty', 'Rate', 'Amount'], rows: [['1', 'Wall', 3, 0.1, 0.3]] };
  const xlsx = Buffer.from(await writeSheet('BoQ', sheet));
  return [
    ['gge', [BY_RESOURCES, BY_INDICES, STATED, SUMMARY, BILL].map((text) => Buffer.from(text))],
    ['gaeb', [Buffer.from(GAEB)]],
    ['bc3', [Buffer.from(BC3)]],
    ['csv', [Buffer.from(CSV)]],
    ['xlsx', [xlsx]],
  ];
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
  for (const { details } of estimate.rows) if (details?.resources) unpackResources(Buffer.from(details.resources, 'base64'));
  const sum = estimate.rows.reduce((all, { current }) => all + (current ?? 0n), 0n);
  return estimate.counted.current === null || sum === estimate.counted.current ? null : 'the total is not the sum of the rows';
}

/** Reads so many mutations of each format, or of one. */
export async function fuzzEstimates(inputs: number, seed: number, only: string | null = null): Promise<EstimateFuzzReport> {
  const report: EstimateFuzzReport = { byFormat: {}, failures: [] };
  for (const [format, files] of await samplesOf()) {
    if (only !== null && only !== format) continue;
    const counts = { read: 0, refused: 0, slowestMs: 0 };
    report.byFormat[format] = counts;
    for (let index = 0; index < inputs; index += 1) {
      const random = seeded(seed * 1_000_003 + index);
      const bytes = files[index % files.length];
      const input = format === 'xlsx' ? await mutatedArchive(bytes, random) : mutatedBytes(bytes, random);
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
  const report = await fuzzEstimates(Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 1), process.argv[4] ?? null);
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = report.failures.length ? 1 : 0;
}
