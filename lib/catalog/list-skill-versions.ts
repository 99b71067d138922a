import type { Context } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { parseSkillName } from '../kernel/names/skill-name.ts'
import { findPageParts } from './find-page-parts.ts'

/** Returns versions that the viewer may run, newest first; none if the skill is gone. */
export async function listSkillVersions(ctx: Context, name: string): Promise<string[]> {
  const parsed = parseSkillName(name)
  if (!parsed) return []
  const { publisher, skillSet: skillset, skill } = parsed
  try {
    const { versions } = await findPageParts(ctx, { publisher, skillset, skill })
    return versions.filter(({ state }) => state !== 'YANKED').map(({ number }) => number)
  } catch (thrown) {
    if (thrown instanceof AppError) return []
    throw thrown
  }
}
