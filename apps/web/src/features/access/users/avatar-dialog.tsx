import { Button, Group, Modal, Slider, Stack, Text } from '@mantine/core';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cut, keptInside, SMALLEST, wholeCut } from './users.avatar.model.ts';
import classes from './avatar-dialog.module.css';

/** Side of the sent and of the displayed picture in pixels. */
const SENT = 256;
const SEEN = 240;
const STEP = 0.02;

type Props = { picture: ImageBitmap; saving: boolean; onSave: (part: File) => void; onClose: () => void };

/** Which part of a picture is shown: dragged or moved by arrows, made larger by a slider. Only that part leaves the browser. */
export function AvatarDialog({ picture, saving, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [cut, setCut] = useState<Cut>(() => wholeCut(picture));
  const shorter = Math.min(picture.width, picture.height);
  const change = (to: Partial<Cut>): void => setCut((from) => keptInside({ ...from, ...to }, picture));
  const move = (x: number, y: number): void => setCut((from) => keptInside({ ...from, x: from.x + x, y: from.y + y }, picture));
  const drag = (event: PointerEvent): void => {
    if (event.buttons === 1) move((-event.movementX * cut.side) / SEEN, (-event.movementY * cut.side) / SEEN);
  };
  const press = (event: KeyboardEvent): void => {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!x && !y) return;
    event.preventDefault();
    move(x * cut.side * STEP, y * cut.side * STEP);
  };
  const save = (): void => {
    const sent = document.createElement('canvas');
    [sent.width, sent.height] = [SENT, SENT];
    paint(sent, picture, cut);
    sent.toBlob((blob) => blob && onSave(new File([blob], 'picture.png', { type: 'image/png' })), 'image/png');
  };
  return (
    <Modal opened onClose={onClose} title={t('users.avatar_title')} size={320}>
      <Stack gap="md" align="center">
        <canvas
          // Repaints with each change and when the dialog has opened.
          ref={(canvas) => void (canvas && paint(canvas, picture, cut))}
          className={classes.part}
          width={SEEN * 2}
          height={SEEN * 2}
          tabIndex={0}
          role="img"
          aria-label={t('users.avatar_part')}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onKeyDown={press}
        />
        <Text size="sm" ta="center">
          {t('users.avatar_hint')}
        </Text>
        <Slider
          w={SEEN}
          label={null}
          thumbLabel={t('users.avatar_zoom')}
          min={0}
          max={1}
          step={STEP}
          value={(1 - cut.side / shorter) / (1 - SMALLEST)}
          onChange={(zoom) => change({ side: shorter * (1 - zoom * (1 - SMALLEST)) })}
        />
        <Group justify="flex-end" gap="sm" w="100%">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button loading={saving} onClick={save}>
            {t('ui.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, side }: Cut): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.imageSmoothingQuality = 'high';
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, canvas.width, canvas.height);
}
