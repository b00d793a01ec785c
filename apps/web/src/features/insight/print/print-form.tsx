import {
  picturesIn,
  PRINT_COLOURS_OF,
  PRINT_FITS,
  PRINT_LEGENDS,
  PRINT_LIMITS,
  PRINT_LINKS,
  PRINT_ORDERS,
  PRINT_ROW_TEXTS,
  PRINT_SLOTS,
  usualPrintColumns,
  whyNotPrintable,
} from '@gantry/domain';
import { Checkbox, Fieldset, Input, MultiSelect, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { ALL_HOURS } from '@gantry/plan-view';
import { useTranslation } from 'react-i18next';
import { localToday } from '../../../lib/dates.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { PrintMarksForm } from './print-marks-form.tsx';
import { SlotField } from './slot-field.tsx';
import { isPortrait, PAPER_NAMES, paperOf, type PrintDraft, sheetOf } from './print.model.ts';

type Props = {
  draft: PrintDraft;
  columns: readonly { value: string; label: string }[];
  indicators: readonly { value: string; label: string }[];
  /** Whose load can stand under the chart; asked for when somebody is about to choose. */
  loads: readonly { value: string; label: string }[];
  onLoads(): void;
  /** Where the version is opened: what a code says until something else is written. */
  address: string;
  onChange(draft: PrintDraft): void;
};

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

/** What of a version is printed and on which sheet; every change shows at once. */
export function PrintForm({ draft, columns, indicators, loads, address, onLoads, onChange }: Props) {
  const { t } = useTranslation();
  const { format, settings } = draft;
  const setFormat = (change: Partial<PrintDraft['format']>): void => onChange({ ...draft, format: { ...format, ...change } });
  const set = (change: Partial<PrintDraft['settings']>): void => onChange({ ...draft, settings: { ...settings, ...change } });
  const why = whyNotPrintable(format);
  const faultAt = (field: string): string | undefined => (why?.field === field ? t(why.code) : undefined);
  const choices = <T extends string>(words: readonly T[], key: string) =>
    words.map((value) => ({ value, label: t([key, value].join('_')) }));
  const number = (
    value: number,
    apply: (value: number) => void,
    more: { label: string; min?: number; max?: number; error?: string | undefined },
  ) => (
    <NumberInput
      size="xs"
      value={value}
      onChange={(typed) => typeof typed === 'number' && apply(typed)}
      {...more}
      error={more.error ?? null}
    />
  );
  const select = <T extends string>(label: string, data: { value: T; label: string }[], value: T, apply: (value: T) => void) => (
    <Select size="xs" label={label} data={data} value={value} allowDeselect={false} onChange={(chosen) => chosen && apply(chosen)} />
  );
  const paper = paperOf(format);
  const levels = LEVELS.map((level) => ({ value: String(level), label: String(level) }));
  const levelOf = (value: string): number | null => (value === '' ? null : Number(value));
  return (
    <Stack gap="xs">
      <Fieldset legend={t('print.sheet')}>
        <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
          {select(
            t('print.size'),
            [...PAPER_NAMES.map((name) => ({ value: name, label: name })), { value: '', label: t('print.size_own') }],
            paper ?? '',
            (name) => setFormat(name === '' ? { sheet_width: format.sheet_width + 1 } : sheetOf(name, isPortrait(format))),
          )}
          {select(
            t('print.orientation'),
            [
              { value: 'landscape', label: t('print.landscape') },
              { value: 'portrait', label: t('print.portrait') },
            ],
            isPortrait(format) ? 'portrait' : 'landscape',
            (side) =>
              setFormat(
                paper ? sheetOf(paper, side === 'portrait') : { sheet_height: format.sheet_width, sheet_width: format.sheet_height },
              ),
          )}
          {number(format.sheet_width, (sheet_width) => setFormat({ sheet_width }), {
            label: t('print.width_mm'),
            error: faultAt('sheet_width'),
          })}
          {number(format.sheet_height, (sheet_height) => setFormat({ sheet_height }), {
            label: t('print.height_mm'),
            error: faultAt('sheet_height'),
          })}
          {(['top', 'bottom', 'left', 'right'] as const).map((side) => (
            <NumberInput
              key={side}
              size="xs"
              label={t(`print.margin_${side}`)}
              value={format.margins[side]}
              error={faultAt(`margins.${side}`) ?? null}
              onChange={(typed) => typeof typed === 'number' && setFormat({ margins: { ...format.margins, [side]: typed } })}
            />
          ))}
          {number(format.text_size, (text_size) => setFormat({ text_size }), {
            label: t('print.text_size'),
            min: PRINT_LIMITS.textFrom,
            max: PRINT_LIMITS.textTo,
          })}
          {select(t('print.colours'), choices(PRINT_COLOURS_OF, 'print.colours'), format.colours, (colours) => setFormat({ colours }))}
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend={t('print.scale')}>
        <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
          {select(t('print.wide'), choices(PRINT_FITS, 'print.wide'), settings.wide.fit, (fit) => set({ wide: { ...settings.wide, fit } }))}
          {settings.wide.fit === 'true'
            ? number(settings.points_per_day, (points_per_day) => set({ points_per_day }), {
                label: t('print.points_per_day'),
                min: 0.1,
                max: 500,
              })
            : number(settings.wide.pages, (pages) => set({ wide: { ...settings.wide, pages } }), {
                label: t('print.sheets'),
                min: 1,
                max: 100,
              })}
          {select(
            t('print.tall'),
            [
              { value: 'true', label: t('print.tall_true') },
              { value: 'most', label: t('print.wide_most') },
            ],
            settings.tall.fit,
            (fit) => set({ tall: { ...settings.tall, fit } }),
          )}
          {settings.tall.fit === 'most' &&
            number(settings.tall.pages, (pages) => set({ tall: { ...settings.tall, pages } }), {
              label: t('print.sheets'),
              min: 1,
              max: 10_000,
            })}
          {select(t('print.order'), choices(PRINT_ORDERS, 'print.order'), settings.order, (order) => set({ order }))}
          <TextInput
            size="xs"
            label={t('print.pages')}
            placeholder={t('print.pages_hint')}
            value={settings.pages}
            onChange={(event) => set({ pages: event.currentTarget.value })}
          />
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend={t('print.content')}>
        <Stack gap="xs">
          <MultiSelect
            size="xs"
            label={t('print.columns')}
            data={[...columns]}
            searchable
            value={
              settings.columns ?? usualPrintColumns(format.sheet_width).filter((column) => columns.some(({ value }) => value === column))
            }
            onChange={(chosen) => set({ columns: chosen.length > 0 ? chosen : null })}
          />
          <Select
            size="xs"
            label={t('print.strip')}
            searchable
            limit={200}
            data={[{ value: '', label: t('print.nothing') }, { value: ALL_HOURS, label: t('resource.strip_all') }, ...loads]}
            value={settings.strip ?? ''}
            allowDeselect={false}
            onDropdownOpen={onLoads}
            onChange={(key) => set({ strip: key || null })}
          />
          <PeriodFields format={format} faultAt={faultAt} onChange={setFormat} />
          <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
            {select(t('print.row_text'), choices(PRINT_ROW_TEXTS, 'print.row_text'), settings.row_text, (row_text) => set({ row_text }))}
            {select(t('print.bar_text'), [{ value: '', label: t('print.nothing') }, ...columns], settings.bar_text ?? '', (column) =>
              set({ bar_text: column || null }),
            )}
            {select(
              t('print.colour_by'),
              [{ value: '', label: t('print.colour_by_rows') }, ...indicators],
              String(settings.colour_by ?? ''),
              (indicator) => set({ colour_by: indicator === '' ? null : Number(indicator) }),
            )}
            {select(
              t('print.levels'),
              [{ value: '', label: t('print.levels_as_shown') }, ...levels],
              String(settings.levels ?? ''),
              (level) => set({ levels: levelOf(level) }),
            )}
            {select(
              t('print.break_level'),
              [{ value: '', label: t('print.no_break') }, ...levels],
              String(settings.break_level ?? ''),
              (level) => set({ break_level: levelOf(level) }),
            )}
            {select(t('print.links'), choices(PRINT_LINKS, 'print.links'), settings.links, (links) => set({ links }))}
            {select(t('print.legend'), choices(PRINT_LEGENDS, 'print.legend'), format.legend, (legend) => setFormat({ legend }))}
          </SimpleGrid>
          <Checkbox
            size="xs"
            label={t('print.baseline')}
            checked={settings.baseline}
            onChange={(event) => set({ baseline: event.currentTarget.checked })}
          />
          <Checkbox
            size="xs"
            label={t('print.repeat_columns')}
            checked={settings.repeat_columns}
            onChange={(event) => set({ repeat_columns: event.currentTarget.checked })}
          />
        </Stack>
      </Fieldset>
      {(['headers', 'titles'] as const).map((part) => (
        <Fieldset key={part} legend={t(`print.${part}`)}>
          <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
            {PRINT_SLOTS.map((slot) => (
              <SlotField
                key={slot}
                label={t(`print.slot.${slot}`)}
                pictures
                value={format[part][slot]}
                onChange={(text) =>
                  setFormat({
                    [part]: { ...format[part], [slot]: text },
                    ...(format.qr === '' && picturesIn(text).pictures.includes('qr') && { qr: address }),
                  })
                }
              />
            ))}
          </SimpleGrid>
        </Fieldset>
      ))}
      <PrintMarksForm format={format} onChange={setFormat} />
    </Stack>
  );
}

type PeriodProps = {
  format: PrintDraft['format'];
  faultAt(field: string): string | undefined;
  onChange(change: Partial<PrintDraft['format']>): void;
};

const MONTH = 30;

/** Which days the chart shows: those of its rows, between two dates, or so many around the data date. */
function PeriodFields({ format, faultAt, onChange }: PeriodProps) {
  const { t } = useTranslation();
  const { range, range_days: days } = format;
  const kind = range ? 'dates' : days ? 'days' : 'rows';
  const today = localToday();
  return (
    <SimpleGrid cols={kind === 'rows' ? 1 : 3} spacing="xs" verticalSpacing="xs">
      <Select
        size="xs"
        label={t('print.range')}
        data={(['rows', 'dates', 'days'] as const).map((value) => ({ value, label: t(`print.range_${value}`) }))}
        value={kind}
        allowDeselect={false}
        onChange={(chosen) =>
          onChange({
            range: chosen === 'dates' ? (range ?? { start: today, finish: nextYear(today) }) : null,
            range_days: chosen === 'days' ? (days ?? { before: MONTH, after: 3 * MONTH }) : null,
          })
        }
      />
      {range &&
        (['start', 'finish'] as const).map((end) => (
          <div key={end}>
            <DateField
              size="xs"
              label={t(`print.range_${end}`)}
              value={`${range[end]}T00:00`}
              onChange={(moment) => moment && onChange({ range: { ...range, [end]: moment.slice(0, 10) } })}
            />
            {end === 'finish' && faultAt('range.finish') && <Input.Error mt={4}>{faultAt('range.finish')}</Input.Error>}
          </div>
        ))}
      {!range &&
        days &&
        (['before', 'after'] as const).map((side) => (
          <NumberInput
            key={side}
            size="xs"
            label={t(`print.range_${side}`)}
            min={0}
            max={PRINT_LIMITS.rangeDays}
            allowDecimal={false}
            value={days[side]}
            error={faultAt(`range_days.${side}`) ?? null}
            onChange={(typed) => typeof typed === 'number' && onChange({ range_days: { ...days, [side]: typed } })}
          />
        ))}
    </SimpleGrid>
  );
}

/** The same day of the year after: a period that was begun has an end. */
const nextYear = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
