import { Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';

/** Pages that models in use are written in; others are refused nowhere, their names look wrong. */
const CODE_PAGES = ['utf-8', 'windows-1251', 'windows-1252', 'windows-1250'];
const AUTO = 'auto';

type Props = {
  opened: boolean;
  /** The model that gets a new version; null: a new model. */
  model: { id: number; name: string } | null;
  onSubmit: (file: File, choice: { name?: string; modelId?: number; codePage?: string }) => Promise<unknown>;
  onClose: () => void;
};

/** Takes an IFC file as a new model, or as the next version of one. */
export function UploadDialog({ opened, model, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={model ? t('ui.named', { name: t('model.new_version'), text: model.name }) : t('model.upload')}
      size={480}
    >
      <UploadForm model={model} onSubmit={onSubmit} onClose={onClose} />
    </Modal>
  );
}

function UploadForm({ model, onSubmit, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [page, setPage] = useState(AUTO);
  const choose = (chosen: File): void => {
    setFile(chosen);
    if (!name) setName(chosen.name.replace(/\.(?:ifc|ifczip|zip)$/i, ''));
  };
  const submit = async (): Promise<void> => {
    if (!file) return;
    await onSubmit(file, { ...(model ? { modelId: model.id } : { name: name.trim() }), ...(page === AUTO ? {} : { codePage: page }) });
  };
  return (
    <DialogForm submitLabel={t('model.upload')} ready={file !== null} onTry={() => undefined} onSubmit={submit} onClose={onClose}>
      <FileDrop file={file} accept=".ifc,.ifczip,.zip" title={t('model.file')} hint={t('model.drop')} onFile={choose} />
      {!model && (
        <TextInput label={t('model.name')} value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
      )}
      <Select
        label={t('model.code_page')}
        value={page}
        allowDeselect={false}
        data={[{ value: AUTO, label: t('model.code_page_auto') }, ...CODE_PAGES.map((value) => ({ value, label: value }))]}
        onChange={(value) => setPage(value ?? AUTO)}
      />
    </DialogForm>
  );
}
