import type { JsonValue } from '@gantry/domain';
import { useTranslation } from 'react-i18next';
import { storeVersionFile } from '../../catalog/attributes/attributes.files.queries.ts';
import { FilePicker } from '../../catalog/attributes/file-picker.tsx';
import { SectionTitle } from '../../../ui/text/text.tsx';
import classes from './row-files.module.css';

type Props = {
  versionId: number;
  /** The attributes of the version that are files, each with the value of the row. */
  files: readonly { id: number; name: string; value: JsonValue }[];
  readOnly: boolean;
  onChange(attributeId: number, value: JsonValue): void;
};

/** Values of a row that are files. */
export function RowFiles({ versionId, files, readOnly, onChange }: Props) {
  const { t } = useTranslation();
  if (!files.length) return null;
  return (
    <section className={classes.files} aria-label={t('attributes.files')}>
      <SectionTitle order={3} size="small">
        {t('attributes.files')}
      </SectionTitle>
      <dl className={classes.list}>
        {files.map(({ id, name, value }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              <FilePicker
                label={name}
                value={value}
                disabled={readOnly}
                onStore={(file) => storeVersionFile(versionId, id, file)}
                onChange={(next) => onChange(id, next)}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
