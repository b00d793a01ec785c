import { Dropzone } from '@mantine/dropzone';
import { IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/numbers.ts';
import classes from './file-drop.module.css';

type Props = {
  file: File | null;
  accept: string;
  hint: string;
  /** What is asked for; default: a schedule. */
  title?: string;
  onFile: (file: File) => void;
};

const MB = 1024 * 1024;

/** Takes one file: dropped on it, or chosen after a click. */
export function FileDrop({ file, accept, hint, title, onFile }: Props) {
  const { t } = useTranslation();
  const size = file && (file.size < MB ? Math.ceil(file.size / 1024) : file.size / MB);
  const name = file ? file.name : (title ?? t('import.choose'));
  const about = file
    ? t(file.size < MB ? 'import.size' : 'import.size_mb', { size: formatNumber(size, { decimals: file.size < MB ? 0 : 1 }) })
    : hint;
  return (
    <Dropzone
      classNames={{ root: classes.drop, inner: classes.inner }}
      role="button"
      data-autofocus
      // What stands in it is its name, whatever the drop zone adds for itself.
      aria-label={`${name} ${about}`}
      multiple={false}
      inputProps={{ accept, style: { display: 'none' } }}
      // Of several files the first; what kind it is the server finds out.
      onDrop={() => undefined}
      onDropAny={(accepted, rejected) => {
        const first = accepted[0] ?? rejected[0]?.file;
        if (first) onFile(first);
      }}
    >
      <IconFileUpload size={24} stroke={1.5} aria-hidden />
      <span className={classes.text}>
        <b>{name}</b> <span>{about}</span>
      </span>
    </Dropzone>
  );
}
