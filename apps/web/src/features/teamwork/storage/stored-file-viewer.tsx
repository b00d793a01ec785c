import { SHOWN_CONTENT, type StoredItem } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { ContentView } from '../../../ui/documents/content-view.tsx';
import { FileViewer } from '../../../ui/documents/file-viewer.tsx';
import { PdfPages } from '../../../ui/documents/pdf-pages.tsx';
import { downloadAddress, useContent } from './storage.queries.ts';

const isPdf = ({ media }: StoredItem): boolean => media === 'application/pdf';

/** Whether a file can be looked at here; others are saved. */
export const isShown = (file: StoredItem): boolean => isPdf(file) || SHOWN_CONTENT.test(file.name);

/** A PDF by its pages, a workbook or separated values as tables, a document as text. */
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
      {isPdf(file) ? <PdfPages name={file.name} address={address} /> : <StoredContent spaceId={spaceId} file={file} />}
    </FileViewer>
  );
}

function StoredContent({ spaceId, file: { id, name } }: { spaceId: number; file: StoredItem }) {
  const { data, error } = useContent(spaceId, id);
  return <ContentView name={name} data={data} error={error} />;
}
