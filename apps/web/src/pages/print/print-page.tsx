import { PRINT_BY_MAIL } from '@gantry/contract';
import { type Language, LANGUAGES, whyNotPrintable } from '@gantry/domain';
import { ALL_HOURS } from '@gantry/plan-view';
import { Button, Checkbox, Select } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconLayoutGrid, IconMail, IconSquare, IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { indicatorOptions, useScheduleIndicators } from '../../features/catalog/indicators/indicators.queries.ts';
import { CONTACT_PAGES, ContactSheet } from '../../features/insight/print/contact-sheet.tsx';
import { PrintForm } from '../../features/insight/print/print-form.tsx';
import { type PrintDraft, WHOLE_PLAN } from '../../features/insight/print/print.model.ts';
import {
  usePrintColumns,
  usePrintCount,
  usePrintedPage,
  usePrintFormats,
  usePrintSettings,
  useSavePdf,
} from '../../features/insight/print/print.queries.ts';
import { lookOf } from '../../features/insight/print/print.store.ts';
import { SheetHands } from '../../features/insight/print/sheet-hands.tsx';
import { useReportSubscriptions } from '../../features/operations/report-subscriptions/report-subscriptions.queries.ts';
import { SubscriptionDialog } from '../../features/operations/report-subscriptions/subscription-dialog.tsx';
import { useLoadsOfVersion } from '../../features/planning/resources/resources.load.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import { SaveFormat } from './save-format.tsx';
import classes from './print-page.module.css';

/** Typing pauses so long before a page is drawn anew. */
const PAUSE_MS = 250;

/** Settings as they were kept; what they leave open is as on the screen. */
const startingWith = (kept: PrintDraft['settings'], open: ReturnType<typeof lookOf>): PrintDraft['settings'] => ({
  ...kept,
  columns: kept.columns ?? open?.columns ?? null,
  bar_text: kept.bar_text ?? open?.bar_text ?? null,
  colour_by: kept.colour_by ?? open?.colour_by ?? null,
  strip: kept.strip ?? open?.strip ?? null,
});

/** Pixels that a page is painted in to be sharp in a room, in steps, so that a window that is drawn wider asks seldom. */
const pixelsOf = (room: number): number => {
  const step = 200;
  return Math.min(4096, Math.max(800, Math.ceil((room * window.devicePixelRatio) / step) * step));
};

/** A version as it is printed, beside all that can be chosen of it. */
export function PrintPage() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { spaceId, id } = useParams({ strict: false }) as { spaceId: string; id: string };
  const versionId = Number(id);
  const language: Language = LANGUAGES.find((one) => one === i18n.language) ?? 'en-US';
  const kept = usePrintSettings(versionId);
  const [own, setOwn] = useState<PrintDraft | null>(null);
  const open = lookOf(versionId);
  const [asShown, setAsShown] = useState(true);
  const look = open && asShown ? { filter: open.filter, sort: open.sort, grouping: open.grouping } : WHOLE_PLAN;
  const draft: PrintDraft | null =
    own ?? (kept.data ? { format: kept.data.format, settings: startingWith(kept.data.settings, open) } : null);
  const [settled] = useDebouncedValue(draft && !whyNotPrintable(draft.format) ? draft : null, PAUSE_MS);
  const count = usePrintCount(versionId, settled, look, language);
  const pages = count.data?.pages ?? 1;
  const [wanted, setWanted] = useState(1);
  const page = Math.min(wanted, pages);
  const [all, setAll] = useState(false);
  const step = all ? CONTACT_PAGES : 1;
  const { ref: sight, width: room } = useElementSize();
  const sheet = usePrintedPage(versionId, count.isError || all ? null : settled, look, page, language, pixelsOf(room));
  const columns = usePrintColumns(versionId);
  const { formats, remove } = usePrintFormats(versionId);
  const [formatId, setFormatId] = useState<number | null>(null);
  const chosen = formats.find((one) => one.id === formatId) ?? null;
  const pdf = useSavePdf(versionId);
  const scheduleId = useVersion(versionId).data?.schedule_id ?? null;
  const may = useRightAt(Number(spaceId), scheduleId);
  const indicators = useScheduleIndicators(Number(spaceId), scheduleId);
  const [loadsWanted, setLoadsWanted] = useState(false);
  const loads = useLoadsOfVersion(versionId, loadsWanted || (draft?.settings.strip ?? ALL_HOURS) !== ALL_HOURS);
  const mail = useReportSubscriptions(scheduleId);
  const [mailing, setMailing] = useState(false);
  const unprintable = !draft || count.isError || whyNotPrintable(draft.format) !== null;
  const change = (next: PrintDraft): void => setOwn(next);
  return (
    <section className={classes.page}>
      <div className={classes.tools}>
        <h1 className={classes.heading}>{t('print.title')}</h1>
        <Select
          size="xs"
          aria-label={t('print.format')}
          placeholder={t('print.format')}
          data={formats.map((one) => ({ value: String(one.id), label: one.name }))}
          value={chosen && String(chosen.id)}
          clearable
          onChange={(value) => {
            const found = formats.find((one) => String(one.id) === value);
            setFormatId(found?.id ?? null);
            if (found && draft) change({ ...draft, format: found.format });
          }}
        />
        {draft && <SaveFormat versionId={versionId} format={draft.format} onSaved={setFormatId} />}
        {chosen?.own && (
          <IconButton
            icon={IconTrash}
            label={t('print.delete_format')}
            onClick={() => remove.mutate(chosen.id, { onSuccess: () => showToast('ok', t('print.format_deleted')) })}
          />
        )}
        <span className={classes.acts}>
          <Button size="xs" loading={pdf.busy} disabled={unprintable} onClick={() => draft && pdf.save({ draft, look, language })}>
            {t('print.save_pdf')}
          </Button>
          {may('plan.edit') && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconMail size={16} />}
              disabled={unprintable}
              onClick={() => setMailing(true)}
            >
              {t('report_subscription.print_by_mail')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => void navigate({ to: `/${spaceId}/schedule/${versionId}` })}>
            {t('print.to_schedule')}
          </Button>
        </span>
      </div>
      <SubscriptionDialog
        spaceId={Number(spaceId)}
        outsideAllowed={mail.outsideAllowed}
        seesCosts={may('cost.read')}
        form={mailing ? { key: PRINT_BY_MAIL, title: t('report_subscription.print'), formats: ['pdf'] } : null}
        onAdd={(subscription) =>
          mail.add.mutateAsync(
            { ...subscription, ...(draft && { print: { ...draft, ...look } }) },
            { onSuccess: () => showToast('ok', t('report_subscription.added')) },
          )
        }
        onClose={() => setMailing(false)}
      />
      <div className={classes.parts}>
        <div className={classes.form}>
          {open && (
            <Checkbox
              size="xs"
              mb="xs"
              label={t('print.as_shown')}
              description={t('print.as_shown_hint')}
              checked={asShown}
              onChange={(event) => setAsShown(event.currentTarget.checked)}
            />
          )}
          {draft && (
            <PrintForm
              draft={draft}
              columns={columns}
              indicators={indicatorOptions(indicators.data?.indicators ?? [])}
              loads={loads}
              onLoads={() => setLoadsWanted(true)}
              address={`${window.location.origin}/${spaceId}/schedule/${versionId}`}
              onChange={change}
            />
          )}
        </div>
        <div className={classes.sight}>
          <div className={classes.bar} role="status">
            <IconButton
              icon={IconChevronLeft}
              label={t('print.previous_page')}
              variant="default"
              disabled={page <= 1}
              onClick={() => setWanted(Math.max(1, page - step))}
            />
            <span>{t('print.page_of', { page: all && page < pages ? `${page}–${Math.min(pages, page + step - 1)}` : page, pages })}</span>
            <IconButton
              icon={IconChevronRight}
              label={t('print.next_page')}
              variant="default"
              disabled={page + step > pages}
              onClick={() => setWanted(page + step)}
            />
            <IconButton
              icon={all ? IconSquare : IconLayoutGrid}
              label={t(all ? 'print.one_page' : 'print.contact_sheet')}
              variant="default"
              disabled={pages < 2 && !all}
              onClick={() => {
                setWanted(all ? page : page - ((page - 1) % CONTACT_PAGES));
                setAll(!all);
              }}
            />
            {count.isError ? (
              <span>{refusalText(count.error, t)}</span>
            ) : (
              count.data && (
                <span>
                  {t('print.page_count', { count: pages })}
                  {' · '}
                  {t('print.summary', {
                    wide: count.data.wide,
                    tall: count.data.tall,
                    ...count.data.sheet,
                    points: formatNumber(count.data.text_pt, { decimals: 1 }),
                  })}
                </span>
              )
            )}
            {count.data && count.data.warnings.length > 0 && (
              <ul className={classes.warnings}>
                {count.data.warnings.map(({ code, value, signs }) => (
                  <li key={code}>
                    {t(`print.warning.${code}`, {
                      value: formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 1 }),
                      count: Math.round(value),
                      signs,
                    })}
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div ref={sight} className={classes.sheet} aria-busy={sheet.isFetching}>
            {all && settled && !count.isError ? (
              <ContactSheet
                versionId={versionId}
                draft={settled}
                look={look}
                language={language}
                from={page}
                pages={pages}
                onOpen={(chosen) => {
                  setWanted(chosen);
                  setAll(false);
                }}
              />
            ) : sheet.address && draft ? (
              <div className={classes.paper}>
                <img src={sheet.address} alt={t('print.preview', { page })} />
                <SheetHands
                  format={draft.format}
                  isFirst={page === 1}
                  onChange={(format) => change({ ...draft, format: { ...draft.format, ...format } })}
                />
              </div>
            ) : (
              <p>{t('schedule.loading')}</p>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
