import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Whether the page is dark, and a way to change it. */
export function useTheme(): { dark: boolean; setDark: (dark: boolean) => void } {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return { dark, setDark: (value) => setColorScheme(value ? 'dark' : 'light') };
}
