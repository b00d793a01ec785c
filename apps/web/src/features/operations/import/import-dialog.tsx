import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportForm, type Started } from './import-form.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';

type Props = {
  scheduleId: number;
  /** The version to change, where the dialog was opened for one. */
  versionId?: number | null;
  opened: boolean;
  onClose: () => void;
  /** Opens the comparison with the dates that the file had stored. */
  onParity: (versionId: number) => void;
};

const FORM_WIDTH = 720;
const PREVIEW_WIDTH = 1120;

/** Version upload: takes a file and follows it to the new version or the proposal. */
export function ImportDialog({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  const [wide, setWide] = useState(false);
  const close = (): void => {
    setWide(false);
    onClose();
  };
  return (
    // In a stack Escape closes the findings alone, which open above this.
    <Modal.Stack>
      <Modal stackId="import" opened={opened} onClose={close} title={t('import.upload')} size={wide ? PREVIEW_WIDTH : FORM_WIDTH}>
        <ImportSteps {...rest} onClose={close} onWide={setWide} />
      </Modal>
    </Modal.Stack>
  );
}

function ImportSteps({
  scheduleId,
  versionId = null,
  onClose,
  onParity,
  onWide,
}: Omit<Props, 'opened'> & { onWide: (wide: boolean) => void }) {
  const [started, setStarted] = useState<Started | null>(null);
  const [proposalId, setProposalId] = useState<number | null>(null);
  const back = (): void => {
    setProposalId(null);
    setStarted(null);
    onWide(false);
  };
  if (proposalId !== null) return <ImportPreview proposalId={proposalId} onAgain={back} onClose={onClose} />;
  if (!started) return <ImportForm scheduleId={scheduleId} versionId={versionId} onStarted={setStarted} onClose={onClose} />;
  const preview = (id: number): void => {
    setProposalId(id);
    onWide(true);
  };
  return <ImportProgress jobId={started.jobId} onPreview={preview} onParity={onParity} onAgain={back} onClose={onClose} />;
}
