import type { Flow } from '@gantry/plan-view';
import { BOARD_PAPERS, type BoardPaper, type FigureTable, type FlowPicture, layOutBoard } from '@gantry/scene';
import { Button, Menu } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../../lib/save-blob.ts';
import { boardPdf, openPaperFonts } from '../../ui/charts/board-pdf.ts';
import { shortDate } from '../../ui/gantt/labels.ts';
import { showToast } from '../../ui/toasts.tsx';

type Props = {
  flow: Flow;
  picture(): FlowPicture;
  /** The version with what stands above it. */
  name: string;
  sentence: string;
  nameOfWork(id: number): string;
};

/** More works than these are told by the picture alone. */
const MOST_ROWS = 2000;
/** Higher than any sheet: the picture takes the whole of its page. */
const WHOLE_PAGE = 400;
const PAPERS = Object.keys(BOARD_PAPERS) as BoardPaper[];

/** Saves the cyclogram as a PDF on a sheet, and its works as a table behind it. */
export function FlowPrint({ flow, picture, name, sentence, nameOfWork }: Props) {
  const { t, i18n } = useTranslation();
  const [isSaving, setSaving] = useState(false);
  const table = (): FigureTable => ({
    head: ['work', 'line', flow.axis ? 'stretch' : 'place', 'start', 'finish', 'clash'].map((column) => t(`cyclogram.${column}`)),
    rows: flow.segments
      .slice(0, flow.segments.length > MOST_ROWS ? 0 : MOST_ROWS)
      .map(({ id, line, place, start, finish, clash }) => [
        { text: nameOfWork(id) },
        { text: flow.lines[line] },
        { text: flow.places[place] },
        { text: shortDate(start) },
        { text: shortDate(finish) },
        clash ? { text: nameOfWork(clash.with), tone: 'error' as const } : { text: '' },
      ]),
  });
  const save = async (paper: BoardPaper): Promise<void> => {
    setSaving(true);
    try {
      const { fitter } = await openPaperFonts();
      const title = `${t('cyclogram.title')}: ${name}`;
      const content = { kind: 'flow' as const, flow: picture(), sentence, table: table() };
      const laid = layOutBoard(
        {
          title,
          facts: [sentence],
          tiles: [{ x: 0, y: 0, w: 12, h: WHOLE_PAGE, title: t('cyclogram.chart'), content }],
          foot: (page, pages) => t('analytics_print.page_of', { page, pages }),
        },
        paper,
        fitter,
      );
      const sheets = Array.from({ length: laid.pages }, (_, page) => laid.page(page));
      const about = { title, author: '', subject: name, language: i18n.language };
      saveBlob(await boardPdf({ sheets, blocks: laid.blocks }, about), `${title.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim()}.pdf`);
    } catch {
      showToast('error', t('cyclogram.not_saved'));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" loading={isSaving} leftSection={<IconFileTypePdf size={16} />}>
          {t('analytics_print.save_pdf')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {PAPERS.map((paper) => (
          <Menu.Item key={paper} onClick={() => void save(paper)}>
            {paper.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
