import { z } from 'zod'
import { uploadImage } from '../../blobs/images/images.ts'
import { markImagesShown } from '../../blobs/rows/image-rows.ts'
import { type Context, requirePerson } from '../../context/context.ts'
import { imagePath } from '../../contracts/document/image-path.ts'
import { AppError } from '../../kernel/errors.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField, LineField } from '../../kernel/validation/text-fields.ts'
import { requireOwnSkillSet, requireOwnSkillSetAdmin } from '../drafts/require-own-skill-set.ts'
import { deleteScreenshot, listScreenshots, saveScreenshot } from '../rows/profiles.ts'
import { lockSkillSet } from '../rows/versions.ts'

const MAX_SCREENSHOTS = 8

export type Screenshot = { id: string; path: string; caption: string }

/** Members only. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function getScreenshots(ctx: Context, skillSetId: string): Promise<Screenshot[]> {
  await requireOwnSkillSet(ctx, skillSetId)
  const rows = await listScreenshots(ctx.db, skillSetId)
  return rows.map(({ id, imageId, caption }) => ({ id, caption, path: imagePath(imageId) }))
}

const Caption = z.object({
  caption: LineField.trim().min(1, 'Say what the image shows: readers with a screen reader hear this.'),
})

/**
 * Stores an image, and shows it on the page of the SkillSet at once. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for
 * plain members and keys, INVALID_INPUT, LIMIT_REACHED.
 */
export async function addScreenshot(
  ctx: Context,
  skillSetId: string,
  { bytes, ...given }: { bytes: Uint8Array; caption: unknown },
): Promise<void> {
  requirePerson(ctx)
  await requireOwnSkillSetAdmin(ctx, skillSetId)
  const { caption } = parseFields(Caption, given)
  const { path } = await uploadImage(ctx, bytes)
  const imageId = path.slice(imagePath('').length)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    await saveScreenshot(tx, { skillSetId, imageId, caption })
    await markImagesShown(tx, [imageId])
    const used = (await listScreenshots(tx, skillSetId)).length
    if (used > MAX_SCREENSHOTS)
      throw limitReached('screenshots', {
        max: MAX_SCREENSHOTS,
        used: MAX_SCREENSHOTS,
        message: `A SkillSet can have ${MAX_SCREENSHOTS} screenshots.`,
      })
  })
}

/** Throws as `addScreenshot`. */
export async function removeScreenshot(ctx: Context, skillSetId: string, given: unknown): Promise<void> {
  requirePerson(ctx)
  await requireOwnSkillSetAdmin(ctx, skillSetId)
  const { id } = parseFields(z.object({ id: IdField }), given)
  if (!(await deleteScreenshot(ctx.db, { id, skillSetId }))) throw new AppError('NOT_FOUND')
}
