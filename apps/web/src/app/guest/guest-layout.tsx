import { Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isSignedIn } from '../../features/access/auth/auth.queries.ts';
import { LanguagePicker } from '../../features/access/localization/language-picker.tsx';
import { SupportContact } from '../../features/access/system/support-contact.tsx';
import { PersonMenu } from '../frame/person-menu.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';
import { Wordmark } from '../../ui/text/wordmark.tsx';
import { isGuestPath } from './guest-paths.ts';
import classes from './guest-layout.module.css';

/** Header and page of all that stands outside of a space. */
export function GuestLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const outside = useLocation({ select: ({ pathname }) => isGuestPath(pathname) });
  const guest = outside || !isSignedIn();
  return (
    <div className={classes.layout}>
      <header className={classes.header}>
        <Wordmark />
        <div className={classes.tools}>
          {guest && <LanguagePicker />}
          {guest ? <ThemeButton /> : <PersonMenu />}
        </div>
      </header>
      <main className={classes.main}>{children}</main>
      <footer className={classes.footer}>
        <SupportContact />
      </footer>
    </div>
  );
}
