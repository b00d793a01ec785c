import type { FontRole } from '@gantry/scene';
import { GANTT_COLOURS } from '@gantry/scene';

/** Colours by role number, and fonts, as a canvas takes them. */
export type Theme = { colours: string[]; fonts: Record<FontRole, string> };

const DIRECT = /^(#|rgb|hsl|[a-z]+$)/i;

/** Reads the theme from the CSS variables `--gantt-<role>` in force on an element. */
export function readTheme(element: HTMLElement): Theme {
  const style = getComputedStyle(element);
  let probe: HTMLElement | null = null;
  const colours = GANTT_COLOURS.map((role) => {
    const value = style.getPropertyValue(`--gantt-${role}`).trim();
    if (value === '') return '#808080';
    if (DIRECT.test(value)) return value;
    // What only CSS can work out (light-dark(), color-mix(), oklch()) is asked from CSS.
    if (!probe) {
      probe = document.createElement('span');
      element.append(probe);
    }
    probe.style.color = value;
    return getComputedStyle(probe).color;
  });
  (probe as HTMLElement | null)?.remove();
  const family = style.fontFamily || 'sans-serif';
  return { colours, fonts: { regular: `13px ${family}`, strong: `600 13px ${family}`, caption: `11px ${family}` } };
}
