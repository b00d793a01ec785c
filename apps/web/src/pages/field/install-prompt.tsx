import { Anchor, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readInstallAnswer, saveInstallAnswer } from '../../lib/storage/field-person.ts';
import classes from './install-prompt.module.css';

/** What a browser offers that can put the page among the programs of a phone. */
type InstallEvent = Event & { prompt(): Promise<void>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> };

let offered: InstallEvent | null = null;
const heard = new Set<() => void>();

/** Hears the offer of the browser, which comes once and before anything is drawn. */
export function hearInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as InstallEvent;
    for (const act of heard) act();
  });
}

const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
/** Safari on phones offers nothing: its own menu installs. */
const isSafariPhone = (): boolean => 'standalone' in navigator;

/** Offers to install the field mode: a browser may clear what an uninstalled page keeps after some days. */
export function InstallPrompt() {
  const { t } = useTranslation();
  const [event, setEvent] = useState(offered);
  const [closed, setClosed] = useState(() => isInstalled() || readInstallAnswer());
  useEffect(() => {
    const act = (): void => setEvent(offered);
    heard.add(act);
    return () => void heard.delete(act);
  }, []);
  const close = (): void => {
    saveInstallAnswer();
    setClosed(true);
  };
  if (closed || (!event && !isSafariPhone())) return null;
  const install = async (): Promise<void> => {
    await event?.prompt();
    const choice = await event?.userChoice;
    if (choice?.outcome === 'accepted') close();
  };
  return (
    <section className={classes.prompt} aria-label={t('field.install')}>
      <p>{t(event ? 'field.install_why' : 'field.install_safari')}</p>
      <div className={classes.acts}>
        {event && (
          <Button size="md" onClick={() => void install()}>
            {t('field.install')}
          </Button>
        )}
        <Anchor component="button" onClick={close}>
          {t('field.install_later')}
        </Anchor>
      </div>
    </section>
  );
}
