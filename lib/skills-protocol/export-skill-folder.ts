import type { Context } from '../context/context.ts'
import { AppError } from '../errors.ts'
import { readSkillFolder, type SkillFolder } from '../skill-files/read-skill-files.ts'
import { openSkill } from './open-skill.ts'

/** Throws NOT_FOUND, and POLICY_DENIED for closed source. */
export async function exportSkillFolder(
  ctx: Context,
  asked: { name: string; version?: string },
): Promise<SkillFolder> {
  const opened = await openSkill(ctx, asked)
  // Instructions are never closed.
  if (!opened.isReadable && opened.skill.kind !== 'instruction') {
    throw new AppError('POLICY_DENIED', {
      message: `${opened.name} is closed source and cannot be downloaded.`,
      suggestedAction: 'Run it on this site or read its contract.',
    })
  }
  return readSkillFolder(ctx.db, opened)
}
