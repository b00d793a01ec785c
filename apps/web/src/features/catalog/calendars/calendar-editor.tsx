import { api, type CalendarContent } from '@gantry/contract';
import { type CalendarSeries, paintDays, type Shift } from '@gantry/domain';
import { Button, FileButton, SegmentedControl, TextInput } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localToday } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { isReadable } from './calendars.model.ts';
import { readHolidays } from './calendars.queries.ts';
import { SeriesTable } from './series-table.tsx';
import { HoursInput, WeekEditor } from './week-editor.tsx';
import { YearView } from './year-view.tsx';
import classes from './calendar-editor.module.css';

type Brush = 'off' | 'hours' | 'week';
type Props = {
  /** What is stored. */
  stored: CalendarContent;
  readOnly: boolean;
  /** Shown under the name: origin of an inherited calendar. */
  note?: ReactNode;
  /** Buttons besides saving. */
  actions?: ReactNode;
  /** The year to paint on; kept where the calendar is taken anew after it was stored. */
  year: number;
  onYear(year: number): void;
  /** Answers whether it was stored. */
  onSave(content: CalendarContent): Promise<boolean>;
  onDirty(dirty: boolean): void;
};

const nameOf = api.calendars.update.body.shape.name;

/** A calendar: its year to paint on, its week, and the days that differ. Nothing is stored before it is saved. */
export function CalendarEditor({ stored, readOnly, note, actions, year, onYear, onSave, onDirty }: Props) {
  const { t } = useTranslation();
  const [content, setContent] = useState(stored);
  const [brush, setBrush] = useState<Brush>('off');
  const [hours, setHours] = useState<Shift[]>(() => stored.week.find((shifts) => shifts.length) ?? [{ start: 540, finish: 1080 }]);
  const [saving, setSaving] = useState(false);
  const dirty = JSON.stringify(content) !== JSON.stringify(stored);
  const problem = firstProblem(nameOf, content.name);

  const change = (part: Partial<CalendarContent>): void => {
    const next = { ...content, ...part };
    setContent(next);
    onDirty(JSON.stringify(next) !== JSON.stringify(stored));
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    const done = await onSave({ ...content, name: content.name.trim() }).catch(() => false);
    setSaving(false);
    if (done) onDirty(false);
  };
  const takeFile = async (file: File | null): Promise<void> => {
    if (!file) return;
    const read = await readHolidays(await file.text()).catch(() => null);
    if (!read) return;
    change({ series: [...content.series, ...read.series] });
    const skipped = read.skipped.map(({ line }) => line).join(', ');
    if (skipped) showToast('warn', t('calendars.file_skipped', { count: read.series.length, lines: skipped }));
    else showToast('ok', t('calendars.file_read', { count: read.series.length }));
  };

  return (
    <div className={classes.editor}>
      <header className={classes.head}>
        <TextInput
          className={classes.name}
          aria-label={t('ui.name')}
          value={content.name}
          readOnly={readOnly}
          error={problem ? t(problem) : undefined}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {!readOnly && (
          <>
            <Button disabled={!dirty || problem !== null || !isReadable(content)} loading={saving} onClick={() => void save()}>
              {t('calendars.save')}
            </Button>
            <Button
              variant="default"
              disabled={!dirty}
              onClick={() => {
                setContent(stored);
                onDirty(false);
              }}
            >
              {t('calendars.revert')}
            </Button>
          </>
        )}
        {actions}
      </header>
      {note && <p className={classes.note}>{note}</p>}
      {!readOnly && (
        <div className={classes.brushes}>
          <span>{t('calendars.brush')}</span>
          <SegmentedControl
            size="xs"
            aria-label={t('calendars.brush')}
            value={brush}
            onChange={(value) => setBrush(value)}
            data={(['off', 'hours', 'week'] as const).map((value) => ({ value, label: t(`calendars.brush_${value}`) }))}
          />
          {brush === 'hours' && (
            <div className={classes.hours}>
              <HoursInput label={t('calendars.brush_hours')} shifts={hours} readOnly={false} onChange={setHours} />
            </div>
          )}
        </div>
      )}
      <YearView
        content={content}
        readOnly={readOnly}
        year={year}
        onYear={onYear}
        onPaint={(from, to) =>
          change({ series: paintDays(content.series, from, to, brush === 'week' ? null : brush === 'off' ? [] : hours) })
        }
      />
      <h2 className={classes.title}>{t('calendars.week')}</h2>
      <WeekEditor week={content.week} readOnly={readOnly} onChange={(week) => change({ week })} />
      <div className={classes.seriesHead}>
        <h2 className={classes.title}>
          {t('calendars.series')} <span>{content.series.length > 0 && formatCount(content.series.length)}</span>
        </h2>
        {!readOnly && (
          <>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconPlus size={14} stroke={1.5} />}
              onClick={() =>
                change({
                  series: [...content.series, dayOff(localToday())],
                })
              }
            >
              {t('calendars.add_series')}
            </Button>
            <FileButton accept=".ics,.csv,.txt,text/calendar,text/csv" onChange={(file) => void takeFile(file)}>
              {(props) => (
                <Button {...props} size="compact-xs" variant="subtle" leftSection={<IconFileImport size={14} stroke={1.5} />}>
                  {t('calendars.import')}
                </Button>
              )}
            </FileButton>
          </>
        )}
      </div>
      <SeriesTable series={content.series} readOnly={readOnly} onChange={(series) => change({ series })} />
    </div>
  );
}

const dayOff = (day: string): CalendarSeries => ({ name: '', from: day, to: day, repeat: 'none', every: 1, until: null, shifts: [] });
