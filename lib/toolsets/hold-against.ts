/**
 * A skill of a toolset as it is now, held against what a person agreed to. Floor 3.
 *
 * What would run is what a page shows: the version that the organisation has installed, else the latest. A built-in tool
 * has no versions to choose from; it changes when Guildhall does, and is held against what was read then.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { findPageParts } from '../catalog/find-page-parts.ts'
import type { Context } from '../context.ts'
import { changesThatAsk, type SkillInSet } from '../contract/changes/asks-again.ts'
import type { Change } from '../contract/changes/changes.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { parseSkillName } from '../contract/market/skill-name.ts'
import { isAskedFor } from '../contract/version/version-range.ts'
import { documentOf } from '../db/published-document.ts'
import type { Pin } from '../db/toolsets.ts'
import { AppError } from '../errors.ts'
import { findToolSkill, type ToolSkill } from '../tools/tool-skill.ts'

export type SkillNow = SkillInSet & {
  /** Of what is read and agreed to: a published version's, or one that stands for a tool's words. */
  versionId: string
  number: string
  /** The organisation that publishes it, when nobody else may see it. */
  privateTo?: string
}

/**
 * The version asked for, else the one that would run. Throws NOT_FOUND for what is not there, taken down or private to
 * others, and for a page of instructions.
 */
export async function skillNow(ctx: Context, name: string, version?: string): Promise<SkillNow> {
  const tool = findToolSkill(name)
  if (tool) return toolNow(tool, version)
  const wanted = parseSkillName(name)
  const missing = new AppError('NOT_FOUND', { message: `There is no skill called “${name}”.` })
  if (!wanted) throw missing
  const place = { publisher: wanted.publisher, skillset: wanted.skillSet, skill: wanted.skill, version }
  const parts = await findPageParts(ctx, place).catch((thrown) => {
    throw thrown instanceof AppError && thrown.code === 'NOT_FOUND' ? missing : thrown
  })
  const { skillSet, version: chosen, document } = parts
  const skill = document.skills.find(({ slug }) => slug === wanted.skill)
  if (!skill) throw missing
  if (chosen.state === 'YANKED')
    throw new AppError('NOT_FOUND', { message: `${name} ${chosen.number} was taken down.` })
  if (skill.kind === 'instruction') {
    throw new AppError('NOT_FOUND', { message: `${name} is a page of instructions: it cannot be a tool.` })
  }
  const privateTo = chosen.visibility === 'PRIVATE' ? skillSet.publisher.organisationId : undefined
  return { document, skill, versionId: chosen.id, number: chosen.number, ...(privateTo && { privateTo }) }
}

/** Alone, with itself as what may be used: that is what there is to agree to. Throws NOT_FOUND for another version. */
function toolNow({ name, document, skill }: ToolSkill, version: string | undefined): SkillNow {
  const { version: number } = document
  if (version !== undefined && !isAskedFor(number, version))
    throw new AppError('NOT_FOUND', { message: `There is no ${name} in a version that is “${version}”.` })
  const alone = { ...document, permissions: { tools: [name] }, skills: [skill] }
  return { document: alone, skill, versionId: idOfTool(alone), number }
}

/** The same for the same words, schemas and effects, whatever the version of Guildhall. */
function idOfTool({ permissions, skills }: SkillSetDocument): string {
  return `tool:${createHash('sha256')
    .update(canonicalize({ permissions, skills }) ?? '')
    .digest('hex')}`
}

/** What was agreed to, with an id as `SkillNow` has it. Throws NOT_FOUND. */
async function agreedTo(
  { db }: Context,
  { versionId, toolDocument }: Pin,
  slug: string,
): Promise<SkillInSet & { id: string }> {
  const document = toolDocument ?? (await documentOf(db, versionId))
  const skill = document?.skills.find((each) => each.slug === slug)
  // It was there when it was agreed to, and neither versions nor their documents go away.
  if (!document || !skill) throw new AppError('NOT_FOUND')
  return { id: versionId ?? idOfTool(document), document, skill }
}

export type Held = { now: SkillNow; before: SkillInSet; asking: Change[] }

// Published versions never change, so neither do the changes between two; every listing of tools asks for them.
const MAX_KEPT = 500
const kept = new Map<string, Change[]>()

/** What is there now, and the changes that have to be agreed to. Throws as `skillNow`. */
export async function holdAgainst(ctx: Context, pin: Pin, version?: string): Promise<Held> {
  const now = await skillNow(ctx, pin.skillName, version)
  if (now.versionId === pin.versionId) return { now, before: now, asking: [] }
  const before = await agreedTo(ctx, pin, now.skill.slug)
  if (now.versionId === before.id) return { now, before: now, asking: [] }
  const key = `${before.id} ${now.versionId} ${now.skill.slug}`
  const asking = kept.get(key) ?? changesThatAsk(before, now)
  kept.delete(key)
  kept.set(key, asking)
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break
    kept.delete(oldest)
  }
  return { now, before, asking }
}
