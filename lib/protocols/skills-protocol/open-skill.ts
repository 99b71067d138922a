import { readSkillFolder, type SkillFolder } from '../../blobs/skill-files/read-skill-files.ts'
import { findPageParts } from '../../catalog/find-page-parts.ts'
import { requireOfferedText } from '../../catalog/offered-texts.ts'
import { textNotBought } from '../../catalog/texts-for-sale.ts'
import type { Context } from '../../context/context.ts'
import type { TextForSale } from '../../contracts/document/instruction-text.ts'
import type { NamedSkill } from '../../contracts/skill-folders/manifest.ts'
import { matchesRequest } from '../../contracts/versions/version-range.ts'
import { versionNotices } from '../../contracts/versions/version-states.ts'
import { AppError } from '../../kernel/errors.ts'
import { formatSkillName, parseSkillName } from '../../kernel/names/skill-name.ts'
import { findBuiltInSkill } from '../../tools/builtin-skills/built-in-skills.ts'

export type OpenedSkill = NamedSkill & {
  version: string
  skillSetId?: string
  notices?: string[]
  isReadable: boolean
  /** Set for instructions that the caller’s organisation has to buy first: `skill` lacks its text. */
  forSale?: TextForSale
  /** Throws if its texts are not handed out to the caller, whatever they cost. Absent for built-in skills. */
  requireOffered?: () => Promise<void>
}

/**
 * Opens the best version in a range, or without `version` the installed, else the latest. Throws NOT_FOUND if it does
 * not exist or is private to others.
 */
export async function openSkill(
  ctx: Context,
  requested: { name: string; version?: string },
): Promise<OpenedSkill> {
  const { name, version } = requested
  const builtIn = findBuiltInSkill(name)
  if (builtIn && (version === undefined || matchesRequest(builtIn.document.version, version))) {
    const { name, document, skill } = builtIn
    const isReadable = document.source !== 'closed'
    return { name, document, skill, version: document.version, isReadable }
  }
  const parsed = parseSkillName(name)
  if (!parsed) throw notFound(name, version)
  const ref = { publisher: parsed.publisher, skillset: parsed.skillSet, skill: parsed.skill, version }
  const parts = await findPageParts(ctx, ref).catch((thrown) => {
    throw thrown instanceof AppError && thrown.code === 'NOT_FOUND' ? notFound(name, version) : thrown
  })
  const skill = parts.document.skills.find(({ slug }) => slug === parsed.skill)
  if (!skill) throw notFound(name, version)
  const { number } = parts.version
  const { publisher, slug: skillSet } = parts.skillSet
  const forSale = parts.forSale.get(skill.slug)
  const waiting = version === undefined ? parts.installed?.waiting?.number : undefined
  return {
    name: formatSkillName({ publisher: publisher.handle, skillSet, skill: skill.slug }),
    version: number,
    skillSetId: parts.skillSet.id,
    notices: versionNotices(parts.version, waiting),
    document: { ...parts.document, version: number },
    skill,
    isReadable: parts.document.source !== 'closed' || parts.isOwner,
    ...(forSale && { forSale }),
    requireOffered: () => requireOfferedText(ctx.db, { parts, skill, requested: version }),
  }
}

function notFound(name: string, version: string | undefined): AppError {
  const message = version
    ? `The skill “${name}” has no version that matches “${version}”.`
    : `There is no skill called “${name}”.`
  const suggestedAction = version
    ? 'Omit the version to use the latest, or find the name with list_skills.'
    : 'Find the name with list_skills.'
  return new AppError('NOT_FOUND', { message, suggestedAction })
}

/** Throws PAYMENT_REQUIRED for instructions that the caller’s organisation has to buy before it reads their text. */
function requireBoughtText({ name, forSale }: OpenedSkill): void {
  if (forSale) throw textNotBought(name, forSale)
}

/**
 * Call it before a text or file of a skill is handed out; `isManifest` for the file that is free. Throws as
 * `requireOfferedText`, and PAYMENT_REQUIRED for instructions that the caller’s organisation has not bought.
 */
export async function requireReadableText(opened: OpenedSkill, { isManifest = false } = {}): Promise<void> {
  await opened.requireOffered?.()
  if (!isManifest) requireBoughtText(opened)
}

/** Throws NOT_FOUND, POLICY_DENIED for closed source, and as `requireReadableText`. */
export async function exportSkillFolder(
  ctx: Context,
  requested: { name: string; version?: string },
): Promise<SkillFolder> {
  const opened = await openSkill(ctx, requested)
  await requireReadableText(opened)
  // Instructions are never closed.
  if (!opened.isReadable && opened.skill.kind !== 'instruction') {
    throw new AppError('POLICY_DENIED', {
      message: `${opened.name} is closed source and cannot be downloaded.`,
      suggestedAction: 'Run it on this site or read its contract.',
    })
  }
  return readSkillFolder(ctx.db, opened)
}
