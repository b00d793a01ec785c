import { Button } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { actAsOneself, useActingFor } from '../auth/auth.queries.ts';

/** Shows for whom one acts, with a button that ends it. */
export function ActingBadge({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const acting = useActingFor(spaceId);
  if (!acting) return null;
  return (
    <Button
      size="compact-sm"
      variant="light"
      color="orange"
      leftSection={<IconUserShare size={16} stroke={1.5} />}
      title={t('delegation.stop')}
      onClick={actAsOneself}
    >
      {t('delegation.acting', { name: acting.name })}
    </Button>
  );
}
