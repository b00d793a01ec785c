import type { Language } from '@gantry/domain';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type Props = { disabled: boolean; fetchFile(format: 'csv' | 'xlsx', language: Language): Promise<Blob> };

/** Saves what is compared as a file for a spreadsheet. */
export function SaveMenu({ disabled, fetchFile }: Props) {
  const { t, i18n } = useTranslation();
  const save = async (format: 'csv' | 'xlsx') => {
    const blob = await fetchFile(format, i18n.language as Language).catch(() => null);
    if (!blob) return;
    const link = Object.assign(document.createElement('a'), {
      href: URL.createObjectURL(blob),
      download: `${t('compare.title')}.${format}`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" disabled={disabled} leftSection={<IconDownload size={16} stroke={1.5} />}>
          {t('compare.save')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('xlsx')}>{t('compare.export_xlsx')}</Menu.Item>
        <Menu.Item onClick={() => void save('csv')}>{t('compare.export_csv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
