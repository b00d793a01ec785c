import {
  IconAddressBook,
  IconArrowsSplit2,
  IconCalendarEvent,
  IconChartBar,
  IconClipboardCheck,
  IconClockHour4,
  IconInfoCircle,
  IconLink,
  IconPhoto,
  IconTargetArrow,
  type Icon,
} from '@tabler/icons-react';
import { create } from 'zustand';

/** The ten tabs of the info panel, in their order. */
export const INFO_TABS = [
  { tab: 'analytics', icon: IconChartBar },
  { tab: 'node_info', icon: IconInfoCircle },
  { tab: 'task_relations', icon: IconArrowsSplit2 },
  { tab: 'directories', icon: IconAddressBook },
  { tab: 'related_schedules', icon: IconLink },
  { tab: 'gallery', icon: IconPhoto },
  { tab: 'timesheets', icon: IconClockHour4 },
  { tab: 'daily_planning', icon: IconCalendarEvent },
  { tab: 'planning', icon: IconTargetArrow },
  { tab: 'assignments', icon: IconClipboardCheck },
] as const satisfies { tab: string; icon: Icon }[];

export type InfoTab = (typeof INFO_TABS)[number]['tab'];

const KEY = 'gantry.info-tab';

/** The tab used last in this browser; figures before any was. */
export const tabUsedLast = (kept: string | null): InfoTab => INFO_TABS.find(({ tab }) => tab === kept)?.tab ?? 'analytics';

/** The tab that is open stays open from row to row, from screen to screen and from visit to visit. */
export const useInfoTab = create<{ tab: InfoTab; open: (tab: InfoTab) => void }>((set) => ({
  tab: tabUsedLast(localStorage.getItem(KEY)),
  open: (tab) => {
    localStorage.setItem(KEY, tab);
    set({ tab });
  },
}));
