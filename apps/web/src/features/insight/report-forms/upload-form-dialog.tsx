import type { ReportFault } from '@gantry/contract';
import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { FaultList } from './fault-list.tsx';
import { faultsOf, useFormActs } from './report-forms.queries.ts';

type Props = { opened: boolean; nodeId: number | null; onClose(): void };

/** Takes a form: what is wrong with it is said beside the file, and nothing is stored. */
export function UploadFormDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('report_form.upload')} size={560}>
      <UploadForm {...props} />
    </Modal>
  );
}

function UploadForm({ nodeId, onClose }: Props) {
  const { t } = useTranslation();
  const { add } = useFormActs();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [refused, setRefused] = useState<{ text: string; faults: ReportFault[] } | null>(null);
  const send = async (): Promise<void> => {
    if (!file) return;
    setRefused(null);
    try {
      await add.mutateAsync({ file, name: name.trim(), nodeId });
    } catch (error) {
      setRefused({ text: refusalText(error, t), faults: error instanceof ApiError ? faultsOf(error.errors[0]?.parameters) : [] });
      throw error;
    }
    showToast('ok', t('report_form.uploaded'));
  };
  return (
    <DialogForm submitLabel={t('report_form.upload')} ready={file !== null} onSubmit={send} onClose={onClose}>
      <FileDrop
        file={file}
        accept=".xlsx,.docx"
        title={t('report_form.no_file')}
        hint={t('report_form.how', { example: '{{#each works}}{{name}}{{/each}}' })}
        onFile={(chosen) => {
          setFile(chosen);
          setRefused(null);
          setName((before) => before || chosen.name.replace(/\.[^.]+$/, ''));
        }}
      />
      <TextInput
        label={t('report_form.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        autoComplete="off"
      />
      {refused && (
        <div role="alert">
          <p>{refused.text}</p>
          <FaultList faults={refused.faults} />
        </div>
      )}
    </DialogForm>
  );
}
