/** A skill as the folder it is: what agents read file by file, all at once. Floor 3. */
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { SkillFile } from '../folders/skill-file.ts'
import { skillFiles } from '../folders/skill-files.ts'
import { frontmatterOf, hyphenated } from '../folders/skill-markdown.ts'
import { openSkill } from './open-skill.ts'

export type ExportedFolder = {
  /** As an Agent Skill's folder has to be called: like the skill itself. */
  folder: string
  version: string
  files: SkillFile[]
}

/**
 * Throws NOT_FOUND for what the caller may not see, and POLICY_DENIED for a SkillSet whose source is closed: without its
 * code a folder would be no skill.
 */
export async function exportFolder(
  ctx: Context,
  asked: { name: string; version?: string },
): Promise<ExportedFolder> {
  const opened = await openSkill(ctx, asked)
  // Instructions have no code to keep: their text is what they are.
  if (!opened.isReadable && opened.skill.kind !== 'instruction') {
    throw new AppError('POLICY_DENIED', {
      message: `The source of ${opened.name} is closed, so it cannot be downloaded.`,
      suggestedAction: 'Run it here, or read its contract.',
    })
  }
  const { name } = frontmatterOf(opened)
  return {
    folder: folderName(String(name), opened.skill.slug),
    version: opened.version,
    files: skillFiles(opened),
  }
}

/** The name of an imported skill is its author's; only one that is a plain word becomes a folder. */
function folderName(name: string, slug: string): string {
  return /^[\p{L}\p{N}-]{1,64}$/u.test(name) ? name : hyphenated(slug)
}
