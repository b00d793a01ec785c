import { Modal, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SupportContact } from './support-contact.tsx';
import { useGuide } from './system.queries.ts';
import classes from './guide-dialog.module.css';

/** The user guide, to read beside the work. */
export function GuideDialog({ opened, onClose, children }: { opened: boolean; onClose(): void; children?: ReactNode }) {
  const { t } = useTranslation();
  const sections = useGuide(opened);
  return (
    <Modal opened={opened} onClose={onClose} title={t('guide.title')} size={640}>
      {children}
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
