import { create } from 'zustand';

/** Of the window in px; `appWidth` is what the rail at the left leaves of its width. */
type WindowSize = { width: number; height: number; appWidth: number };

const RAIL_PX = 44;
const read = (): WindowSize => ({ width: innerWidth, height: innerHeight, appWidth: innerWidth - RAIL_PX });

const useSize = create<WindowSize>(read);
window.addEventListener('resize', () => useSize.setState(read()));

/** What a page wants to know of the size of the window, again whenever that changes. */
export const useWindowSize = <T extends number | boolean>(select: (size: WindowSize) => T): T => useSize(select);
