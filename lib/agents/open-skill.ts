/** The skill that an agent asks to read: what it is called, which version, and its document. Floor 3. */
import { findPageParts } from '../catalog/find-page-parts.ts'
import type { Context } from '../context.ts'
import { parseSkillName } from '../contract/market/skill-name.ts'
import { versionNotices } from '../contract/version/version-notices.ts'
import { isAskedFor } from '../contract/version/version-range.ts'
import { AppError } from '../errors.ts'
import type { NamedSkill } from '../folders/manifest.ts'
import { builtInSkill } from './built-in.ts'

export type OpenedSkill = NamedSkill & {
  version: string
  /** What to know of the version, a sentence each: that it is deprecated. */
  notices?: string[]
  /** Whether this caller may read the code. */
  isReadable: boolean
}

/**
 * Without `version`: what the caller's organisation has installed, else the latest; a range means the best in it.
 * Throws NOT_FOUND for what is not there, not published or private to others.
 */
export async function openSkill(
  ctx: Context,
  asked: { name: string; version?: string },
): Promise<OpenedSkill> {
  const { name, version } = asked
  const builtIn = builtInSkill(name)
  if (builtIn && (version === undefined || isAskedFor(builtIn.document.version, version))) {
    const { name, document, skill } = builtIn
    const isReadable = document.source !== 'closed'
    return { name, document, skill, version: document.version, isReadable }
  }
  const wanted = parseSkillName(name)
  if (!wanted) throw notFound(name, version)
  const place = { publisher: wanted.publisher, skillset: wanted.skillSet, skill: wanted.skill, version }
  const parts = await findPageParts(ctx, place).catch((thrown) => {
    throw thrown instanceof AppError && thrown.code === 'NOT_FOUND' ? notFound(name, version) : thrown
  })
  const skill = parts.document.skills.find(({ slug }) => slug === wanted.skill)
  if (!skill) throw notFound(name, version)
  const { number } = parts.version
  const waiting = version === undefined ? parts.installed?.waiting?.number : undefined
  return {
    name,
    version: number,
    notices: versionNotices(parts.version, waiting),
    document: { ...parts.document, version: number },
    skill,
    isReadable: parts.document.source !== 'closed' || parts.isOwner,
  }
}

function notFound(name: string, version: string | undefined): AppError {
  const message = version
    ? `There is no skill called “${name}” in a version that is “${version}”.`
    : `There is no skill called “${name}”.`
  const suggestedAction = version
    ? 'Leave the version out for the latest, or find its name with list_skills.'
    : 'Find its name with list_skills.'
  return new AppError('NOT_FOUND', { message, suggestedAction })
}
