import type { GridLayout } from '@gantry/contract';
import { useMemo } from 'react';
import { useWindowSize } from '../../../ui/use-window-size.ts';
import { DEFAULT_LAYOUT, usualGridWidth } from './wbs.layout.model.ts';

/** The default layout for the window as it is now. */
export function useUsualLayout(): GridLayout {
  const gridWidth = useWindowSize(({ width }) => usualGridWidth(width));
  return useMemo(() => ({ ...DEFAULT_LAYOUT, gridWidth }), [gridWidth]);
}
