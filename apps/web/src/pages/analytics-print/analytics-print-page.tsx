import { filledSlot } from '@gantry/domain';
import { api, SERIES_PERIODS, type SeriesPeriod } from '@gantry/contract';
import { type BoardFormat, codeSquares, layOutBoard } from '@gantry/scene';
import { Button, Loader, Menu, Select } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import newCode from 'qrcode-generator';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWhoAmI } from '../../features/access/users/users.queries.ts';
import { type AnalyticsPlace, useStats } from '../../features/insight/analytics/analytics.queries.ts';
import { useDashboards } from '../../features/insight/analytics-settings/analytics-settings.queries.ts';
import { lightsOf } from '../../features/insight/analytics/paper/analytics.paper.model.ts';
import { usePaperContents } from '../../features/insight/analytics/paper/analytics.paper.queries.ts';
import { usePlaceOf } from '../../features/insight/analytics/dashboards/dashboard-view.tsx';
import { inReadingOrder, USUAL_DASHBOARD } from '../../features/insight/analytics/dashboards/analytics.dashboards.model.ts';
import { useTileTitle } from '../../features/insight/analytics/dashboards/tile-content.tsx';
import { useFormatsOfSpace } from '../../features/insight/print/print.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { useWorksHere, worksAskedBy } from '../../features/insight/analytics/works/narrowing.tsx';
import { treeQuery } from '../../features/structure/eps/eps.queries.ts';
import { addressOf } from '../../lib/calls/api-client.ts';
import { formatLocal } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { personName } from '../../lib/person-name.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { boardPdf, openPaperFonts } from '../../ui/charts/board-pdf.ts';
import { boardPng, boardSvg } from '../../ui/charts/board-pictures.ts';
import { fileName, tablesFile } from '../../ui/charts/save-tables.ts';
import { PaperSheet } from '../../ui/charts/paper-sheet.tsx';
import { rasterOf } from '../../ui/charts/raster-of.ts';
import { boardTiles, PAPERS, paperOfFormat, printOf, tablesOfBoard, tilesOfKinds, wordOfPaper } from './analytics-print.model.ts';
import { useSlotValues } from './use-slot-values.ts';
import classes from './analytics-print-page.module.css';

const FORMATS = ['pdf', 'png', 'svg', 'xlsx', 'csv'] as const;

/** The figures of a place as sheets of paper: what is seen is what the file holds. */
export function AnalyticsPrintPage() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { spaceId: space, value, format } = useParams({ strict: false }) as { spaceId: string; value: string; format: string };
  const spaceId = Number(space);
  const [period, setPeriod] = useState<SeriesPeriod>('month');
  const tree = useQuery(treeQuery(spaceId));
  const { node, ...asked } = useSearch({ strict: false }) as { node?: string; works_filter?: string; works_indicator?: string };
  const {
    place: whole,
    kinds,
    paper,
    dashboard,
  } = useMemo(() => printOf(spaceId, { value, format, node }, tree.data?.nodes ?? []), [spaceId, value, format, node, tree.data]);
  const here = useWorksHere(spaceId, whole && whole.kind !== 'space' && whole.kind !== 'version' ? whole.id : null, worksAskedBy(asked));
  const place = whole && { ...whole, ...here.works };
  const boards = useDashboards(spaceId, '');
  const board = boards.items.find(({ id }) => id === dashboard);
  const isMissing = typeof dashboard === 'number' && boards.known && !board;
  const tiles = useMemo(() => {
    if (dashboard === undefined) return tilesOfKinds(kinds, period);
    if (!boards.known || isMissing) return null;
    return inReadingOrder((board?.content ?? USUAL_DASHBOARD).tiles);
  }, [dashboard, kinds, period, boards.known, isMissing, board]);
  const name = usePlaceName(place, tree.data?.nodes);
  const placeOf = usePlaceOf({ spaceId, place: place ?? { kind: 'space', id: spaceId } });
  const contents = usePaperContents(
    spaceId,
    place && tiles && !here.waits ? tiles.map((tile) => ({ tile, place: placeOf(tile) })) : null,
    i18n,
  );
  const fonts = useQuery({
    queryKey: ['paper fonts'],
    queryFn: openPaperFonts,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const facts = useFacts(place, name, here.names);
  const titleOf = useTileTitle();
  const author = useWhoAmI();
  const title = dashboard === undefined ? name : (board?.name ?? t('dashboard.usual'));
  const fitter = fonts.data?.fitter;
  const formats = useFormatsOfSpace(spaceId);
  const kept = formats?.find(({ id }) => id === paper)?.format ?? null;
  const isFormatMissing = typeof paper === 'number' && formats !== undefined && !kept;
  const logo = useLogo(spaceId, kept?.logo_id ?? null);
  const values = useSlotValues(spaceId, place, tree.data?.nodes);
  const onSheet = useMemo((): BoardFormat | (typeof PAPERS)[number] | null => {
    if (typeof paper !== 'number') return paper;
    if (!kept || !values || !logo.known) return null;
    const qr = codeSquares(filledSlot(kept.qr, values), newCode);
    const words: BoardFormat['words'] = {
      titleWord: (word) => t(`print.title_word.${word}`),
      titleField: (field) => t(`print.title_field.${field}`),
      approval: (word) => t(`print.approval.${word}`),
    };
    return { format: kept, values, pictures: { qr, ...logo.picture }, words };
  }, [paper, kept, values, logo.known, logo.picture, t]);
  const sized = typeof paper === 'number' ? kept && paperOfFormat(kept) : paper;
  const laid = useMemo(() => {
    if (!tiles || !contents.data || !fitter || facts === null || !onSheet) return null;
    const shown = boardTiles(tiles, contents.data, (tile) => (tile.kind === 'text' ? tile.title : titleOf(tile)), fitter);
    const board = layOutBoard(
      {
        title,
        facts,
        legend: lightsOf(contents.data, { t, language: i18n.language }),
        tiles: shown,
        foot: (page, pages) => t('analytics_print.page_of', { page, pages }),
      },
      onSheet,
      fitter,
    );
    return { tiles: shown, blocks: board.blocks, sheets: Array.from({ length: board.pages }, (_, page) => board.page(page)) };
    // Titles come of the tiles and the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tiles, contents.data, fitter, facts, title, onSheet, t]);
  const sheets = laid?.sheets;
  const [isSaving, setSaving] = useState(false);
  const save = async (as: (typeof FORMATS)[number]): Promise<void> => {
    if (!laid) return;
    setSaving(true);
    try {
      const about = { title, author: author ? personName(author) : '', subject: name, language: i18n.language };
      const write = {
        pdf: () => boardPdf(laid, about),
        png: () => boardPng(laid.sheets),
        svg: () => boardSvg(laid.sheets),
        xlsx: () => tablesFile(tablesOfBoard(laid.tiles), 'xlsx'),
        csv: () => tablesFile(tablesOfBoard(laid.tiles), 'csv'),
      }[as];
      saveBlob(await write(), `${fileName(title)}.${as}`);
    } finally {
      setSaving(false);
    }
  };
  const waits = (!tree.data || place !== null) && !sheets && !isMissing;
  const isFailed = tree.isError || boards.error !== null || contents.isError || fonts.isError;
  return (
    <section className={classes.page}>
      <div className={classes.tools}>
        <h1 className={classes.title}>{t('analytics_print.title')}</h1>
        <Select
          size="xs"
          w={typeof paper === 'number' ? 200 : 96}
          value={wordOfPaper(paper)}
          allowDeselect={false}
          aria-label={t('analytics_print.paper')}
          data={[
            { group: t('analytics_print.papers'), items: PAPERS.map((known) => ({ value: known, label: known.toUpperCase() })) },
            {
              group: t('analytics_print.formats'),
              items: (formats ?? []).map(({ id, name }) => ({ value: wordOfPaper(id), label: name })),
            },
          ].filter(({ items }) => items.length > 0)}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          onChange={(chosen) =>
            void navigate({
              to: `/${spaceId}/analytics/print/${value}/${chosen}`,
              search: node === undefined ? {} : { node },
              replace: true,
            })
          }
        />
        {dashboard === undefined && (
          <Select
            size="xs"
            w={112}
            value={period}
            allowDeselect={false}
            aria-label={t('analytics.period')}
            data={SERIES_PERIODS.map((known) => ({ value: known, label: t(`analytics.period_${known}`) }))}
            onChange={(chosen) => setPeriod(SERIES_PERIODS.find((known) => known === chosen) ?? 'month')}
          />
        )}
        <Button
          size="xs"
          leftSection={<IconFileTypePdf size={16} />}
          disabled={!sheets}
          loading={isSaving}
          onClick={() => void save('pdf')}
        >
          {t('analytics_print.save_pdf')}
        </Button>
        <Menu>
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<IconDownload size={16} />} disabled={!sheets || isSaving}>
              {t('analytics_print.save_as')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {FORMATS.filter((as) => as !== 'pdf').map((as) => (
              <Menu.Item key={as} onClick={() => void save(as)}>
                {t(`analytics_print.as_${as}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={16} />}
          disabled={!sheets || !sized}
          onClick={() => globalThis.print()}
        >
          {t('analytics_print.print')}
        </Button>
        {sheets && <span className={classes.pages}>{t('analytics_print.pages', { count: sheets.length })}</span>}
      </div>
      {isFailed && <p role="alert">{t('analytics.not_loaded')}</p>}
      {isFormatMissing && <p role="alert">{t('analytics_print.no_format')}</p>}
      {isMissing && <p role="alert">{t('preset.not_found')}</p>}
      {tree.data && !place && <p role="alert">{t('analytics_print.no_place')}</p>}
      {waits && !isFailed && !isFormatMissing && <Loader size="sm" role="status" aria-label={t('analytics.loading')} />}
      {place && sheets && (
        // Paper is light, whatever the screen is.
        <div
          className={classes.sheets}
          data-mantine-color-scheme="light"
          tabIndex={0}
          role="region"
          aria-label={t('analytics_print.sheets')}
        >
          {sheets.map((sheet, index) => (
            // Pages stand in one order.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className={`${classes.sheet} ${sized ? classes[sized] : ''}`}>
              <PaperSheet sheet={sheet} label={t('analytics_print.page_of', { page: index + 1, pages: sheets.length })} />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

/** The logo of a format; known at once where there is none. */
function useLogo(spaceId: number, id: number | null): { known: boolean; picture: Omit<BoardFormat['pictures'], 'qr'> } {
  const address = addressOf(api.print.logo, { params: { logoId: id ?? 0 } }, spaceId);
  const { data, isSuccess } = useQuery({
    queryKey: ['print-logo', spaceId, id],
    queryFn: () => rasterOf(address).catch(() => null),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return useMemo(() => ({ known: id === null || isSuccess, picture: { logo: data ?? null, address } }), [id, isSuccess, data, address]);
}

function usePlaceName(place: AnalyticsPlace | null, nodes: readonly { id: number; name: string }[] | undefined): string {
  const { t } = useTranslation();
  const { data: version } = useVersion(place?.kind === 'version' ? place.id : null);
  if (place?.kind === 'version') return version ? [...version.path, version].map(({ name }) => name).join(' / ') : '';
  return nodes?.find(({ id }) => place?.kind !== 'space' && id === place?.id)?.name ?? t('analytics_print.whole_space');
}

/** What stands under the title: the place, its dates, its progress; null until they are known. */
function useFacts(place: AnalyticsPlace | null, name: string, works: readonly string[]): readonly string[] | null {
  const { t } = useTranslation();
  const { data: stats } = useStats(place ?? { kind: 'space', id: 0 }, undefined, place !== null);
  return useMemo(() => {
    if (!stats) return null;
    const about = [
      works.length > 0 && t('analytics.of_works', { names: works.join(', ') }),
      stats.data_date && t('analytics_print.data_date', { date: formatLocal(stats.data_date) }),
      stats.start && `${formatLocal(stats.start)} – ${formatLocal(stats.finish)}`,
      stats.progress !== null && `${t('analytics.progress')} ${formatNumber(stats.progress * 100, { decimals: 0 })} %`,
    ];
    return [[name, ...about].filter(Boolean).join(' · ')];
    // The names are the same as long as what they join is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stats, name, t, works.join()]);
}
