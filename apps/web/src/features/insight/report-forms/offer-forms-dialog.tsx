import { Button, Loader, Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useAllForms, useOffers } from './report-forms.queries.ts';
import classes from './report-forms.module.css';

type Props = { opened: boolean; nodeId: number; onClose(): void };

/** All forms of the space with the places where each is offered: to offer one at a node, or no more at one of its places. */
export function OfferFormsDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('report_form.offer')} size={720}>
      <OfferForms {...props} />
    </Modal>
  );
}

function OfferForms({ nodeId }: Props) {
  const { t } = useTranslation();
  const { data } = useAllForms();
  const { attach, detach } = useOffers();
  if (!data) return <Loader size="sm" />;
  const own = data.items.flatMap((form) => (form.id === null ? [] : [{ ...form, id: form.id }]));
  if (!own.length) return <p className={classes.quiet}>{t('report_form.none_yet')}</p>;
  return (
    <RecordTable label={t('report_form.offer')} heads={[t('report_form.name'), t('report_form.offered_at'), '']}>
      {own.map(({ id, name, kind, nodes }) => (
        <tr key={id}>
          <td data-wrap>
            {name} <span className={classes.quiet}>{kind.toUpperCase()}</span>
          </td>
          <td data-wrap>
            {nodes.length === 0 && <span className={classes.quiet}>{t('report_form.offered_nowhere')}</span>}
            <ul className={classes.places}>
              {nodes.map((place) => (
                <li key={place.id}>
                  {place.name}
                  <IconButton
                    icon={IconX}
                    size="xs"
                    label={t('report_form.detach', { name, place: place.name })}
                    disabled={detach.isPending}
                    onClick={() =>
                      detach.mutate(
                        { id, epsId: place.id },
                        { onSuccess: () => showToast('ok', t('report_form.detached', { place: place.name })) },
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          </td>
          <td data-tight>
            {!nodes.some((place) => place.id === nodeId) && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('report_form.offer_named', { name })}
                disabled={attach.isPending}
                onClick={() => attach.mutate({ id, epsId: nodeId }, { onSuccess: () => showToast('ok', t('report_form.attached')) })}
              >
                {t('report_form.offer_here')}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </RecordTable>
  );
}
