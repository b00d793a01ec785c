import { IconPrinter, type Icon } from '@tabler/icons-react';

/** A screen of the specification whose feature comes later: `path` below the space, texts under `not_yet.<screen>`. */
export type NotYetScreen = { screen: string; path: string; icon: Icon };

/** Every screen that is not there yet. A screen leaves this table when its page is built. */
export const NOT_YET_SCREENS = [
  { screen: 'analytics_print', path: 'analytics/print/$value/$format', icon: IconPrinter },
] as const satisfies NotYetScreen[];
