import { Menu, type MenuProps } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

type Props = {
  /** Of the window. */
  at: { x: number; y: number };
  width: MenuProps['width'];
  /** Of a menu that is as wide as its longest entry. */
  widest?: number;
  onClose(): void;
  children: ReactNode;
};

/** A menu at a point of a grid, open as long as it is mounted. */
export function PointMenu({ at, width, widest, onClose, children }: Props) {
  useFocusBack();
  return (
    <Menu opened onClose={onClose} withinPortal position="bottom-start" width={width}>
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown maw={widest}>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Gives the focus back to the element that had it at mount, unless another one has taken it: Mantine does so only for a menu that stays mounted. */
function useFocusBack(): void {
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
}
