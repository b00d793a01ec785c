import { CALCULATION_STATUS } from '@gantry/domain';
import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconCalculator, IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './timetable-badge.module.css';
import { TimetableMenu } from './timetable-menu.tsx';
import { useTimetable } from './timetable.queries.ts';

type Props = ComponentProps<typeof TimetableMenu> & {
  busy: boolean;
  onCalculate(): void;
};

const STATUS_KEY = {
  [CALCULATION_STATUS.notCalculated]: 'not_calculated',
  [CALCULATION_STATUS.calculated]: 'calculated',
  [CALCULATION_STATUS.calculating]: 'calculating',
} as const;

/** Calculation status of a version, the button that calculates, and the menu beside it. Who may not calculate sees how it stands alone. */
export function TimetableBadge({ busy, onCalculate, ...menu }: Props) {
  const { t } = useTranslation();
  const { versionId, mayCalculate, canCalculate, onSettings, onLeveling, onCalculateSelected } = menu;
  const { data } = useTimetable(versionId);
  const [opened, setOpened] = useState(false);
  const close = (then: () => void): void => {
    setOpened(false);
    then();
  };
  const status = data?.status ?? CALCULATION_STATUS.notCalculated;
  const running = busy || status === CALCULATION_STATUS.calculating;
  const opener = { 'aria-haspopup': 'dialog', 'aria-expanded': opened, onClick: () => setOpened(!opened) } as const;
  return (
    <Popover width={360} position="bottom-end" withinPortal trapFocus returnFocus withRoles={false} opened={opened} onChange={setOpened}>
      <Popover.Target>
        <div className={classes.badge}>
          <UnstyledButton className={classes.state} data-stale={status === CALCULATION_STATUS.notCalculated || undefined} {...opener}>
            {t(`timetable.${running ? 'calculating' : STATUS_KEY[status]}`)}
          </UnstyledButton>
          {mayCalculate && (
            <Button.Group>
              <Button
                size="compact-sm"
                leftSection={<IconCalculator size={16} stroke={1.5} />}
                loading={running}
                disabled={!canCalculate}
                onClick={onCalculate}
                title="F9"
              >
                {t('timetable.calculate')}
              </Button>
              <IconButton
                icon={IconChevronDown}
                className={classes.more}
                variant="filled"
                color="accent"
                label={t('timetable.menu')}
                {...opener}
              />
            </Button.Group>
          )}
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('timetable.menu')}>
        {opened && (
          <TimetableMenu
            {...menu}
            canCalculate={canCalculate && !running}
            onSettings={() => close(onSettings)}
            onLeveling={() => close(onLeveling)}
            onCalculateSelected={() => close(onCalculateSelected)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
