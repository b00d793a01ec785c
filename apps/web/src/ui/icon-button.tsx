import { ActionIcon, Kbd, Tooltip, type ActionIconProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { DOMAttributes, MouseEventHandler, Ref } from 'react';

type Presses = Pick<DOMAttributes<HTMLButtonElement>, 'onPointerDown' | 'onPointerUp' | 'onPointerLeave'>;
type Props = ActionIconProps &
  Presses & {
    icon: Icon;
    label: string;
    /** Shown beside the name: `F9`, `Ctrl+K`. */
    shortcut?: string;
    onClick?: MouseEventHandler<HTMLButtonElement>;
    tooltipSide?: 'top' | 'bottom' | 'left' | 'right';
    autoFocus?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

/** A button that is an icon: its name shows on hover and on keyboard focus, and is what a screen reader says. */
export function IconButton({ icon: IconShape, label, shortcut, tooltipSide = 'bottom', ref, ...rest }: Props) {
  const name = shortcut ? (
    <>
      {label} <Kbd size="xs">{shortcut}</Kbd>
    </>
  ) : (
    label
  );
  return (
    <Tooltip label={name} position={tooltipSide}>
      <ActionIcon ref={ref} aria-label={label} {...rest}>
        <IconShape size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}
