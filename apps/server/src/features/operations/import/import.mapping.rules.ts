import type { ColumnTarget, ImportRule } from '@gantry/contract';
import { fieldsOf, formatMinute, minuteOf, parseMinute, readNumber, type VersionRow } from '@gantry/domain';
import { collectFindings, type Finding, type Findings } from '@gantry/interchange';
import type { Content } from './import.content.rules.ts';

/** What of a rule changes the rows of a file. */
export type Mapping = Pick<ImportRule, 'columns' | 'calendars'>;

const FIELDS = new Map(fieldsOf('wbs').map((field) => [field.name, field]));
const same = (left: string, right: string): boolean => left.trim().toLowerCase() === right.trim().toLowerCase();

/** Carries the columns, codes, attributes and calendars of a file to where a rule wants them. A value that fits nowhere is a finding, cell by cell; many are only counted. */
export function applyMapping(content: Content, { columns, calendars }: Mapping): Finding[] {
  const findings = collectFindings();
  for (const { from, to } of columns) {
    const attribute = content.attribute.find(({ name }) => same(name, from));
    if (attribute) mapAttribute(content, attribute, to, findings);
    else if (to.kind === 'skip' && FIELDS.has(from)) continue;
    else findings.add({ severity: 'warning', code: 'import.no_such_column', parameters: { column: from } });
  }
  for (const { from, to } of calendars) mapCalendar(content, from, to, findings);
  return findings.list();
}

/** Fields of rows that a rule leaves as the version has them. */
export function skippedFields({ columns }: Mapping): Set<string> {
  return new Set(columns.filter(({ from, to }) => to.kind === 'skip' && FIELDS.has(from)).map(({ from }) => from));
}

/** Fields that a rule fills from columns. */
export function mappedFields({ columns }: Mapping): string[] {
  return columns.flatMap(({ to }) => (to.kind === 'field' ? [to.field] : []));
}

function mapAttribute(content: Content, attribute: VersionRow<'attribute'>, to: ColumnTarget, findings: Findings): void {
  const isOwn = ({ attributeId }: { attributeId: number }) => attributeId === attribute.id;
  if (to.kind === 'attribute' || to.kind === 'code') {
    const other = content.attribute.find(({ id, name }) => id !== attribute.id && same(name, to.name));
    if (other) {
      content.attributeValue = content.attributeValue.map((value) => (isOwn(value) ? { ...value, attributeId: other.id } : value));
      content.attribute = content.attribute.filter(({ id }) => id !== attribute.id);
    } else {
      attribute.name = to.name;
      attribute.origin = to.kind === 'code' ? 'code' : 'user_field';
    }
    return;
  }
  if (to.kind === 'field') fillField(content, attribute, to.field, findings);
  content.attribute = content.attribute.filter(({ id }) => id !== attribute.id);
  content.attributeValue = content.attributeValue.filter((value) => !isOwn(value));
}

function fillField(content: Content, attribute: VersionRow<'attribute'>, field: string, findings: Findings): void {
  const items = new Map(content.wbs.map((row) => [row.id, row]));
  for (const { itemId, attributeId, value } of content.attributeValue) {
    const row = items.get(itemId);
    if (attributeId !== attribute.id || !row || value === null || value === '') continue;
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    const fitted = fit(field, shown);
    if (fitted === undefined) {
      findings.add({
        severity: 'warning',
        code: 'import.value_does_not_fit',
        field,
        value: shown,
        parameters: { item: row.code || row.name, column: attribute.name },
      });
    } else {
      (row as Record<string, unknown>)[field] = fitted;
      if (field === 'durationMinutes' && row.status === 'not_started') row.remainingMinutes = fitted as number;
    }
  }
}

/** Converts a value to the field's type; undefined when it does not fit. */
function fit(field: string, value: string): string | number | boolean | undefined {
  const { kind, values } = FIELDS.get(field) ?? { kind: 'text', values: null };
  const text = value.trim();
  if (kind === 'text') return text;
  if (kind === 'flag') return fitFlag(text);
  if (kind === 'minute') return fitDate(text);
  if (kind === 'word') return values?.find((word) => same(word.replaceAll('_', ' '), text.replaceAll('_', ' ')));
  if (kind === 'int') return fitDuration(text);
  const number = readNumber(text.replace('%', ''));
  if (number === null) return undefined;
  if (field !== 'progress') return number;
  const share = text.includes('%') || number > 1 ? number / 100 : number;
  return share >= 0 && share <= 1 ? share : undefined;
}

function fitFlag(text: string): boolean | undefined {
  if (/^(y|yes|true|1|да|oui)$/i.test(text)) return true;
  return /^(n|no|false|0|нет|non)$/i.test(text) ? false : undefined;
}

const DAY_FIRST = /^(\d{1,2})[./](\d{1,2})[./](\d{4})(?:\s+(\d{1,2}):(\d{2}))?$/;

function fitDate(text: string): string | undefined {
  const dayFirst = DAY_FIRST.exec(text);
  if (!dayFirst) {
    const minute = parseMinute(text);
    return minute === null ? undefined : formatMinute(minute);
  }
  const [day, month, year, hour, minute] = dayFirst.slice(1).map((part) => Number(part ?? 0));
  return month <= 12 && day <= 31 ? formatMinute(minuteOf(year, month, day, hour, minute)) : undefined;
}

/** Durations as people write them: `5`, `5d` days of eight hours, `12h` hours. */
function fitDuration(text: string): number | undefined {
  const match = /^(\d+(?:[.,]\d+)?)\s*(d|д|дн|j|h|ч|w|нед)?\.?$/i.exec(text);
  if (!match) return undefined;
  const unit = (match[2] ?? 'd').toLowerCase();
  const minutes = /h|ч/.test(unit) ? 60 : /w|нед/.test(unit) ? 2400 : 480;
  return Math.round(Number(match[1].replace(',', '.')) * minutes);
}

function mapCalendar(content: Content, from: string, to: string, findings: Findings): void {
  const calendar = content.calendar.find(({ name }) => same(name, from));
  if (!calendar) {
    findings.add({ severity: 'warning', code: 'import.no_such_calendar', parameters: { calendar: from } });
    return;
  }
  const other = content.calendar.find(({ id, name }) => id !== calendar.id && same(name, to));
  if (!other) {
    calendar.name = to;
    return;
  }
  for (const row of content.wbs) if (row.calendarId === calendar.id) row.calendarId = other.id;
  for (const row of content.resource) if (row.calendarId === calendar.id) row.calendarId = other.id;
  for (const row of content.calendar) if (row.baseId === calendar.id) row.baseId = other.id;
  content.calendar = content.calendar.filter(({ id }) => id !== calendar.id);
}
