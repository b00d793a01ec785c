import type { MouseEvent } from 'react';
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { decimalMark } from '../lib/numbers.ts';
import { onMenuFocus } from './menu-focus.ts';

const ACCENT: MantineColorsTuple = [
  '#eff4fe',
  '#e3ecfc',
  '#c6d8f8',
  '#9dbcf2',
  '#6f9aea',
  '#477de2',
  '#2360d3',
  '#1d55bf',
  '#1a4fb5',
  '#153f91',
];
const GRAY: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e7eaef',
  '#dce0e7',
  '#ccd2db',
  '#b3bbc7',
  '#848e9d',
  '#5e6878',
  '#465061',
  '#2c3442',
];
const DARK: MantineColorsTuple = [
  '#d5dae2',
  '#b7bfcb',
  '#98a2b1',
  '#758091',
  '#3f4754',
  '#323944',
  '#20252d',
  '#15181e',
  '#12151a',
  '#0e1014',
];

/** Of a field by its size; `md` is touched by a thumb. */
const HEIGHTS: Readonly<Partial<Record<string, string>>> = { xs: '28px', md: '42px' };

/** Dense by default: text 13/18, captions 11/16, controls 28 px, corners 4 px. */
export const theme = createTheme({
  colors: { accent: ACCENT, gray: GRAY, dark: DARK },
  primaryColor: 'accent',
  primaryShade: 6,
  defaultRadius: 4,
  radius: { xs: '2px', sm: '4px', md: '4px', lg: '6px', xl: '8px' },
  fontFamily: 'var(--gantry-font)',
  fontSizes: { xs: '11px', sm: '13px', md: '13px', lg: '16px', xl: '16px' },
  lineHeights: { xs: '16px', sm: '18px', md: '18px', lg: '24px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '16px', lineHeight: '24px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '13px', lineHeight: '18px' },
    },
  },
  breakpoints: { xs: '36em', sm: '37.5em', md: '64em', lg: '90em', xl: '120em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      styles: { root: { fontWeight: 500 } },
      vars: (_theme: unknown, props: { size?: string }) => ({
        root: props.size === 'sm' ? { '--button-height': '30px', '--button-padding-x': '14px' } : {},
      }),
    },
    Input: {
      vars: (_theme: unknown, props: { size?: string }) => ({
        wrapper: { '--input-height': HEIGHTS[props.size ?? ''] ?? '30px', '--input-fz': props.size === 'md' ? '16px' : '13px' },
      }),
    },
    InputWrapper: { styles: { label: { fontWeight: 500, marginBottom: 4 }, description: { marginBottom: 4 }, error: { marginTop: 4 } } },
    ActionIcon: { defaultProps: { size: 28, variant: 'subtle', color: 'gray' } },
    Modal: {
      styles: { title: { fontWeight: 600 } },
      defaultProps: {
        centered: true,
        transitionProps: { duration: 140, transition: 'fade' },
        overlayProps: { color: 'var(--gantry-scrim)', backgroundOpacity: 1 },
      },
    },
    // Asked at each drawing: the mark follows the language and the choice of the person. Both are taken when typed.
    NumberInput: { defaultProps: () => ({ decimalSeparator: decimalMark(), allowedDecimalSeparators: [',', '.'] }) },
    // As high as the fields beside it while one line of choices stands there.
    MultiSelect: { styles: { input: { paddingBlock: 2 } } },
    // What is typed into the list of choices replaces the choice; a list that is not searched has a field that is not typed into.
    Select: {
      defaultProps: {
        onClick: (event: MouseEvent<HTMLInputElement>) => {
          if (!event.currentTarget.readOnly) event.currentTarget.select();
        },
      },
    },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 120, transition: 'fade' },
        shadow: 'md',
        // Not by keys: the key that opens a menu from the grid would close it on its way up.
        clickOutsideEvents: ['mousedown', 'touchstart'],
        // The placeholder is a focusable child without a role, which a menu may not have.
        withInitialFocusPlaceholder: false,
      },
    },
    MenuDropdown: { defaultProps: { onFocus: onMenuFocus } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 }, events: { hover: true, focus: true, touch: false } } },
  },
});

/** Mantine draws with the tokens, so that its parts and ours are one surface. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--gantry-neutral-0)',
    '--mantine-color-text': 'var(--gantry-neutral-11)',
    '--mantine-color-bright': 'var(--gantry-neutral-11)',
    '--mantine-color-dimmed': 'var(--gantry-neutral-8)',
    '--mantine-color-placeholder': 'var(--gantry-neutral-8)',
    '--mantine-color-anchor': 'var(--gantry-accent-text)',
    '--mantine-color-error': 'var(--gantry-error)',
    '--mantine-color-default': 'var(--gantry-neutral-0)',
    '--mantine-color-default-hover': 'var(--gantry-neutral-2)',
    '--mantine-color-default-color': 'var(--gantry-neutral-11)',
    '--mantine-color-default-border': 'var(--gantry-neutral-5)',
    '--mantine-shadow-md': 'var(--gantry-shadow)',
    '--mantine-shadow-xl': 'var(--gantry-shadow)',
  },
  light: {},
  dark: {},
});
