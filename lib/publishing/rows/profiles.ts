/** What a publisher says about itself, and the screenshots of its SkillSets. */
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type PublisherProfile = {
  displayName: string
  bio: string
  website: string
  support: string
  repository: string
}

/** Returns false if the publisher is verified under another name. */
export async function updateProfile(tx: Tx, id: string, profile: PublisherProfile): Promise<boolean> {
  const { count } = await tx.publisher.updateMany({
    where: { id, OR: [{ verifiedAt: null }, { displayName: profile.displayName }] },
    data: profile,
  })
  return count === 1
}

export type ScreenshotRow = { id: string; imageId: string; caption: string }

/** In the order of upload. */
export function listScreenshots(db: Database | Tx, skillSetId: string): Promise<ScreenshotRow[]> {
  return db.screenshot.findMany({
    where: { skillSetId },
    orderBy: { id: 'asc' },
    select: { id: true, imageId: true, caption: true },
  })
}

/** Replaces the caption of an image that the SkillSet has already. */
export async function saveScreenshot(
  tx: Tx,
  screenshot: { skillSetId: string; imageId: string; caption: string },
): Promise<void> {
  const { skillSetId, imageId, caption } = screenshot
  await tx.screenshot.upsert({
    where: { skillSetId_imageId: { skillSetId, imageId } },
    create: screenshot,
    update: { caption },
  })
}

/** Returns false if the SkillSet has no such screenshot. */
export async function deleteScreenshot(
  tx: Database | Tx,
  { id, skillSetId }: { id: string; skillSetId: string },
): Promise<boolean> {
  return (await tx.screenshot.deleteMany({ where: { id, skillSetId } })).count === 1
}
