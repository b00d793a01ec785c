import { ESTIMATE_OUTPUTS, type EstimateOutput } from '@gantry/domain';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Forms in which an estimate is saved, its own workbook where it came from one; the file is offered when it is written. */
export function ExportMenu({ hasWorkbook, onExport }: { hasWorkbook: boolean; onExport(format: EstimateOutput): void }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={t('estimate.export')}>
          <IconDownload size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ESTIMATE_OUTPUTS.filter((format) => format !== 'client' || hasWorkbook).map((format) => (
          <Menu.Item key={format} onClick={() => onExport(format)}>
            {t(`estimate.export_${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
