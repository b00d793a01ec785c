import type { Language } from '@gantry/domain';
import { seededRandom } from '@gantry/engine';
import { normWordsIn } from '../texts/demo-data.norms.texts.rules.ts';

/** Units that the sample directories count in, as `name`, `sign`. */
export const SAMPLE_UNITS = [
  ['Cubic metre', 'm3'],
  ['Hundred cubic metres', '100 m3'],
  ['Square metre', 'm2'],
  ['Hundred square metres', '100 m2'],
  ['Metre', 'm'],
  ['Hundred metres', '100 m'],
  ['Piece', 'pcs'],
  ['Ten pieces', '10 pcs'],
  ['Tonne', 't'],
  ['Labour hour', 'man-h'],
  ['Machine hour', 'mach-h'],
] as const;

/** Trades: what they work on, unit of the work, unit of its norms, hours a unit, crew, machine, material with its unit and what one costs. */
const TRADES = [
  ['Excavation', 'm3', '100 m3', 14, 'Earthworks crew', 'Excavator', 'Soil disposal', 'm3', 6.5],
  ['Backfill', 'm3', '100 m3', 18, 'Earthworks crew', 'Roller', 'Sand', 'm3', 14],
  ['Piling', 'pcs', '10 pcs', 42, 'Piling crew', 'Piling rig', 'Piles', 'pcs', 980],
  ['Formwork', 'm2', '100 m2', 58, 'Carpenters', 'Tower crane', 'Panels', 'm2', 18],
  ['Reinforcement', 't', 't', 21, 'Steel fixers', 'Tower crane', 'Bars', 't', 890],
  ['Concreting', 'm3', '100 m3', 96, 'Concrete crew', 'Concrete pump', 'Concrete', 'm3', 138],
  ['Masonry', 'm3', 'm3', 4.6, 'Bricklayers', 'Hoist', 'Bricks', 'm3', 96],
  ['Steel structures', 't', 't', 16, 'Steel erectors', 'Mobile crane', 'Sections', 't', 1650],
  ['Roofing', 'm2', '100 m2', 34, 'Roofers', 'Hoist', 'Membrane', 'm2', 38],
  ['Waterproofing', 'm2', '100 m2', 27, 'Roofers', 'Burner', 'Bitumen sheets', 'm2', 12],
  ['Insulation', 'm2', '100 m2', 24, 'Insulation crew', 'Hoist', 'Boards', 'm2', 16],
  ['Façade', 'm2', '100 m2', 88, 'Façade crew', 'Mast platform', 'Panels of façades', 'm2', 165],
  ['Windows', 'pcs', '10 pcs', 19, 'Window fitters', 'Hoist', 'Windows', 'pcs', 420],
  ['Partitions', 'm2', '100 m2', 71, 'Drylining crew', 'Hoist', 'Plasterboard', 'm2', 19],
  ['Plaster', 'm2', '100 m2', 65, 'Plasterers', 'Plastering machine', 'Mortar', 'm2', 6],
  ['Screed', 'm2', '100 m2', 39, 'Screed crew', 'Mortar pump', 'Screed mix', 'm2', 9],
  ['Tiling', 'm2', '100 m2', 108, 'Tilers', 'Tile cutter', 'Tiles', 'm2', 32],
  ['Painting', 'm2', '100 m2', 22, 'Painters', 'Spray unit', 'Paint', 'm2', 3.2],
  ['Flooring', 'm2', '100 m2', 31, 'Floor layers', 'Sander', 'Floor boards', 'm2', 28],
  ['Doors', 'pcs', '10 pcs', 15, 'Joiners', 'Hoist', 'Door sets', 'pcs', 310],
  ['Water pipes', 'm', '100 m', 47, 'Plumbers', 'Welding set', 'Pipes', 'm', 21],
  ['Drainage', 'm', '100 m', 52, 'Plumbers', 'Trench box', 'Drain pipes', 'm', 18],
  ['Heating', 'm', '100 m', 61, 'Heating fitters', 'Welding set', 'Radiator pipes', 'm', 16],
  ['Ventilation', 'm2', '100 m2', 83, 'Ventilation fitters', 'Scissor lift', 'Ducts', 'm2', 48],
  ['Cables', 'm', '100 m', 18, 'Electricians', 'Cable winch', 'Cable', 'm', 4.2],
  ['Lighting', 'pcs', '10 pcs', 9, 'Electricians', 'Scissor lift', 'Luminaires', 'pcs', 86],
  ['Lifts', 'pcs', 'pcs', 320, 'Lift fitters', 'Winch', 'Lift sets', 'pcs', 68000],
  ['Paving', 'm2', '100 m2', 44, 'Paving crew', 'Plate compactor', 'Paving stones', 'm2', 27],
  ['Asphalt', 'm2', '100 m2', 12, 'Road crew', 'Paver', 'Asphalt mix', 'm2', 14],
  ['Planting', 'pcs', '10 pcs', 7, 'Gardeners', 'Mini excavator', 'Trees', 'pcs', 240],
] as const;
const PLACES = [
  'basement',
  'ground floor',
  'typical floor',
  'top floor',
  'roof',
  'stairs',
  'lift shaft',
  'outside',
  'plant room',
  'car park',
] as const;
const METHODS = ['by hand', 'by machine', 'in winter', 'at height', 'in tight space', 'with prefabricated parts', 'in two shifts'] as const;

export type SampleRow = {
  code: string;
  name: string;
  unit: string;
  labour?: number;
  output?: number;
  price?: number;
  kind?: 'labour' | 'equipment' | 'material';
};
/** A pair of rows by their places in the lists: so many of the second for one unit of the first. */
export type SamplePair = { a: number; b: number; quantity: number; optional: boolean };
export type SampleNorms = {
  types: SampleRow[];
  norms: SampleRow[];
  resources: SampleRow[];
  typeNorms: SamplePair[];
  normResources: SamplePair[];
};

const NORMS = 2000;
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
const factorOf = (unit: string): number => Number.parseFloat(unit) || 1;

/** Generates work types, norms with hours, crews, machines and materials with prices, `rate` times those of the sample; deterministic by seed. */
export function sampleNorms(seed = 14, { language = 'en-US', rate = 1 }: { language?: Language; rate?: number } = {}): SampleNorms {
  const words = normWordsIn(language, { places: PLACES, methods: METHODS });
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const resources: SampleRow[] = [];
  const resourceAt = new Map<string, number>();
  const resource = (name: string, unit: string, kind: NonNullable<SampleRow['kind']>, price: number): number => {
    const known = resourceAt.get(name);
    if (known !== undefined) return known;
    const code = `${kind[0].toUpperCase()}-${String(resources.length + 1).padStart(3, '0')}`;
    resourceAt.set(name, resources.push({ code, name, unit, kind, price: rounded(price * rate, 2) }) - 1);
    return resources.length - 1;
  };
  const sample: SampleNorms = { types: [], norms: [], resources, typeNorms: [], normResources: [] };
  for (const [trade, [known, unit, normUnit, hours, ...means]] of TRADES.entries()) {
    const [materialUnit, materialPrice] = [means[3], means[4]];
    const [work, crew, machine, material] = words.trades?.[trade] ?? [known, means[0], means[1], means[2]];
    const crewAt = resource(crew, 'man-h', 'labour', between(18, 42));
    const machineAt = resource(machine, 'mach-h', 'equipment', between(25, 160));
    const materialAt = resource(material, materialUnit, 'material', materialPrice * between(0.95, 1.05));
    for (const place of words.places) {
      const type = sample.types.length;
      const code = `W-${String(trade + 1).padStart(2, '0')}-${String((type % words.places.length) + 1).padStart(2, '0')}`;
      sample.types.push({ code, name: `${work}: ${place}`, unit });
      // Two norms in three work types more than six, so that they come to two thousand.
      const count = Math.round((NORMS * (type + 1)) / (TRADES.length * words.places.length)) - sample.norms.length;
      for (let at = 0; at < count; at += 1) {
        const labour = rounded(hours * between(0.7, 1.5), 2);
        const norm =
          sample.norms.push({
            code: `N-${String(sample.norms.length + 1).padStart(4, '0')}`,
            name: `${work} ${words.methods[at % words.methods.length]}: ${place}`,
            unit: normUnit,
            output: rounded(32 / labour, 3),
          }) - 1;
        // The first norm of a type is the usual one, the others are chosen.
        sample.typeNorms.push({ a: type, b: norm, quantity: 1 / factorOf(normUnit), optional: at > 0 });
        sample.normResources.push(
          { a: norm, b: crewAt, quantity: labour, optional: false },
          { a: norm, b: machineAt, quantity: rounded(labour * between(0.05, 0.4), 2), optional: false },
          { a: norm, b: materialAt, quantity: rounded(factorOf(normUnit) * between(0.9, 1.1), 3), optional: false },
        );
      }
    }
  }
  return sample;
}

/** Public holidays of Germany that fall on the same day each year. */
export const SAMPLE_HOLIDAYS = [
  ['New Year', '01-01'],
  ['Labour Day', '05-01'],
  ['German Unity Day', '10-03'],
  ['Christmas Day', '12-25'],
  ['Second Day of Christmas', '12-26'],
] as const;
