import type { StoredItem } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { FileViewer } from '../../../ui/documents/file-viewer.tsx';
import { PdfPages } from '../../../ui/documents/pdf-pages.tsx';
import { SheetsView } from './sheets-view.tsx';
import { downloadAddress } from './storage.queries.ts';

const isPdf = ({ media }: StoredItem): boolean => media === 'application/pdf';
const isTable = ({ name }: StoredItem): boolean => /\.(?:xlsx|xlsm|csv|tsv)$/i.test(name);

/** Whether a file can be looked at here; others are saved. */
export const isShown = (file: StoredItem): boolean => isPdf(file) || isTable(file);

/** A PDF by its pages, a workbook or separated values as tables. */
export function StoredFileViewer({ spaceId, file, onClose }: { spaceId: number; file: StoredItem; onClose(): void }) {
  const { t } = useTranslation();
  const address = downloadAddress(spaceId, file);
  return (
    <FileViewer
      name={file.name}
      download={address}
      onClose={onClose}
      caption={
        <>
          {file.row_code !== null && <b>{t('storage.place', { code: file.row_code, name: file.row_name ?? '' })}</b>}{' '}
          {t('storage.by', { author: file.author, at: formatInstant(file.created_at) })}
        </>
      }
    >
      {isPdf(file) ? <PdfPages name={file.name} address={address} /> : <SheetsView spaceId={spaceId} id={file.id} name={file.name} />}
    </FileViewer>
  );
}
