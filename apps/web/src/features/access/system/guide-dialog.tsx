import { Modal, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SupportContact } from './support-contact.tsx';
import { useGuide } from './system.queries.ts';
import classes from './guide-dialog.module.css';

/** The user guide, to read beside the work. */
export function GuideDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation();
  const sections = useGuide(opened);
  return (
    <Modal opened={opened} onClose={onClose} title={t('guide.title')} size={640}>
      {sections ? (
        sections.map(({ id, title, text }) => (
          <section key={id} className={classes.section}>
            <h3>{title}</h3>
            <p>{text}</p>
          </section>
        ))
      ) : (
        <Skeleton h={240} />
      )}
      <footer className={classes.support}>
        <SupportContact />
      </footer>
    </Modal>
  );
}
