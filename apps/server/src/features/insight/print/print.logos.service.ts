import { PRINT_LIMITS } from '@gantry/domain';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { cleanPicture } from '../../../platform/pictures/pictures.ts';
import { deleteLogo, findAllLogos, findLogo, listLogos as findLogos, saveLogo } from './print.logos.repository.ts';

const NAME = 128;

/** Pictures that prints of the space may bear. */
export async function listLogos(context: Context) {
  const logos = await context.read((db) => findLogos(db, context.spaceId));
  return logos.map(({ owner_id, ...logo }) => ({ ...logo, own: owner_id === context.userId }));
}

/** Pictures of the space with their bytes, newest first. */
export async function readLogos(context: Context) {
  const logos = await context.read((db) => findAllLogos(db, context.spaceId));
  return logos.map(({ name, content, media_type, width, height }) => ({ name, bytes: content, mediaType: media_type, width, height }));
}

/** The bytes of a picture. */
export async function readLogo(context: Context, id: number): Promise<{ bytes: Buffer; mediaType: string }> {
  const logo = await context.read((db) => findLogo(db, context.spaceId, id));
  if (!logo) fail('print.no_logo', { id });
  return { bytes: logo.content, mediaType: logo.media_type };
}

/** Keeps a picture that was sent, written anew from what draws it. */
export async function addLogo(context: Context, request: FastifyRequest): Promise<number> {
  if (!request.isMultipart()) fail('request.unsupported_media');
  const part = await request.file({ limits: { fileSize: PRINT_LIMITS.logoBytes, files: 1 } });
  const bytes = part ? await part.toBuffer() : Buffer.alloc(0);
  const picture = await cleanPicture(bytes, PRINT_LIMITS.logoSide);
  if (!picture || picture.type === 'image/webp') fail('print.logo_not_accepted');
  const { type: media_type, bytes: content, width, height } = picture;
  const name = (part?.filename ?? '').toWellFormed().replaceAll('\0', '').slice(0, NAME);
  context.note({ name });
  return context.write(async (tx) => {
    if ((await findLogos(tx, context.spaceId)).length >= PRINT_LIMITS.logos) fail('print.logos_full', { most: PRINT_LIMITS.logos });
    return saveLogo(tx, { space_id: context.spaceId, owner_id: context.userId, name, media_type, content, width, height });
  });
}

/** Deletes a picture: one's own, or another's for who manages the space. */
export async function removeLogo(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    const logo = await findLogo(tx, context.spaceId, id);
    if (!logo) fail('print.no_logo', { id });
    if (logo.owner_id !== context.userId && !context.can('space.manage')) fail('preset.not_yours', { name: logo.name });
    context.note({ name: logo.name });
    await deleteLogo(tx, context.spaceId, id);
  });
}
