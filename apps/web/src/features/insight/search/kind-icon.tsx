import type { SearchKind } from '@gantry/contract';
import {
  IconCalendarStats,
  IconFileTime,
  IconLayoutKanban,
  IconMessage,
  IconMessages,
  IconPaperclip,
  IconTag,
  IconTimeline,
  type Icon,
} from '@tabler/icons-react';

/** The sign of a kind of hit. */
export const KIND_ICONS: Record<SearchKind, Icon> = {
  node: IconCalendarStats,
  version: IconFileTime,
  row: IconTimeline,
  message: IconMessages,
  comment: IconMessage,
  card: IconLayoutKanban,
  file: IconPaperclip,
  value: IconTag,
  row_value: IconTag,
};
