import type { Language } from '@gantry/domain';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PrintDraft, PrintedLook } from './print.model.ts';
import { usePrintedPage } from './print.queries.ts';
import classes from './contact-sheet.module.css';

/** Pages that are seen at once. */
export const CONTACT_PAGES = 12;
/** Pixels that a small page is wide, for sharp screens too. */
const WIDTH = 560;

type Printed = { versionId: number; draft: PrintDraft; look: PrintedLook; language: Language };

/** Pages of a print side by side, each of which leads to it. */
export function ContactSheet({ from, pages, onOpen, ...printed }: Printed & { from: number; pages: number; onOpen(page: number): void }) {
  const count = Math.min(CONTACT_PAGES, pages - from + 1);
  return (
    <ol className={classes.pages} start={from}>
      {Array.from({ length: count }, (_, index) => (
        <li key={from + index}>
          <SmallPage {...printed} page={from + index} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
}

function SmallPage({ versionId, draft, look, language, page, onOpen }: Printed & { page: number; onOpen(page: number): void }) {
  const { t } = useTranslation();
  const { address } = usePrintedPage(versionId, draft, look, page, language, WIDTH);
  const { sheet_width: width, sheet_height: height } = draft.format;
  return (
    <UnstyledButton className={classes.page} aria-label={t('print.go_to_page', { page })} onClick={() => onOpen(page)}>
      <span className={classes.sheet} style={{ aspectRatio: `${width} / ${height}` }}>
        {address ? <img src={address} alt="" /> : <Skeleton h="100%" />}
      </span>
      {page}
    </UnstyledButton>
  );
}
