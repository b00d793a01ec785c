import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import { useTheme } from './use-theme.ts';

/** Switches between the light and the dark theme. */
export function ThemeButton() {
  const { t } = useTranslation();
  const { dark, setDark } = useTheme();
  return (
    <IconButton icon={dark ? IconSun : IconMoon} label={t(dark ? 'ui.light_theme' : 'ui.dark_theme')} onClick={() => setDark(!dark)} />
  );
}
