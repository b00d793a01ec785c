import { escapeXml } from '../../xml/write-elements.ts';

const text = (tag: string, value: string): string => `<${tag}>${escapeXml(value)}</${tag}>`;

/**
 * Everything above the sections of a local estimate. Documents, the region and signatures, which an estimate does not know, are empty, and
 * choices that the schema does not let open are the usual ones.
 */
export function ggeHead({ number, name, byIndices, at }: { number: string; name: string; byIndices: boolean; at: Date }, price: string): string {
  const day = `<Date>${text('Year', String(at.getUTCFullYear()))}${text('Month', String(at.getUTCMonth() + 1))}${text('Day', String(at.getUTCDate()))}</Date>`;
  const document = (tag: string): string => `<${tag}>${text('Name', '')}${text('Type', 'Справочная информация')}${day}${text('Num', '1')}</${tag}>`;
  const legal = `<Legal>${['Main', 'Metodology', 'Overheads', 'Profits'].map(document).join('')}</Legal>`;
  const region = `<Region>${text('RegionCode', '0')}${text('RegionName', '')}</Region>`;
  const place = `${region}${text('TerritoryType', 'Территория')}${text('ObjectType', 'Непроизводственный')}`;
  const named = text('Num', number) + text('Name', name);
  const head = `${legal}${text('Salary', '')}${byIndices ? text('IndexType', 'Отсутствует') : ''}${place}${named}${byIndices ? text('ConstructionType', '1') : ''}`;
  const schema = `LocalEstimate${byIndices ? 'Base' : 'Resource'}IndexMethod-3_01.xsd`;
  const signatures = `<Signatures>${text('ComposeFIO', '')}${text('VerifyFIO', '')}</Signatures>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Construction xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="${schema}"><Meta><Soft>${text('Name', 'Gantry')}${text('Version', '1')}</Soft><File>${text('Type', 'ЛС')}${text('Version', '3.01')}</File></Meta>${named}<Object>${named}<Estimate>${head}${price}${signatures}`;
} // prettier-ignore

/** Everything below the sections. */
export const GGE_TAIL = (at: Date): string => `</Estimate></Object>${text('ExportDateTime', at.toISOString().slice(0, 19))}</Construction>`;
