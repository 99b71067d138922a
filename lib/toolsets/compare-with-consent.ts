/**
 * Compares a toolset's skill with what was consented to: the installed version, else the latest. A built-in tool has
 * one version, which changes with the server.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { LRUCache } from 'lru-cache'
import { findPageParts } from '../catalog/find-page-parts.ts'
import { type Context, workOwner } from '../context/context.ts'
import type { Change } from '../contracts/changes/changes.ts'
import type { SkillInSet } from '../contracts/changes/changes-needing-consent.ts'
import { compareConsentInThread } from '../contracts/changes/compare-in-thread.ts'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { matchesRequest } from '../contracts/versions/version-range.ts'
import { AppError } from '../kernel/errors.ts'
import { parseSkillName } from '../kernel/names/skill-name.ts'
import { findPublishedDocument } from '../publishing/rows/versions.ts'
import { findToolSkill, type ToolSkill } from '../tools/tool-skill.ts'
import type { Pin } from './rows/toolsets.ts'

export type CurrentSkill = SkillInSet & {
  versionId: string
  number: string
  privateTo?: string
}

/**
 * Returns the requested version, else the one that would run: with `pin`, for the callers of its toolset. Throws NOT_FOUND if it is unknown, yanked, private to
 * others or an instruction skill.
 */
export async function findCurrentSkill(
  ctx: Context,
  name: string,
  version?: string,
  pin?: Pick<Pin, 'versionId'>,
): Promise<CurrentSkill> {
  const tool = findToolSkill(name)
  if (tool) return currentTool(tool, version)
  const wanted = parseSkillName(name)
  const missing = new AppError('NOT_FOUND', { message: `There is no skill called “${name}”.` })
  if (!wanted) throw missing
  const ref = { publisher: wanted.publisher, skillset: wanted.skillSet, skill: wanted.skill, version }
  const parts = await findPageParts(ctx, ref, { toolsetVersionId: pin?.versionId }).catch((thrown) => {
    throw thrown instanceof AppError && thrown.code === 'NOT_FOUND' ? missing : thrown
  })
  const { skillSet, version: chosen, document } = parts
  const skill = document.skills.find(({ slug }) => slug === wanted.skill)
  if (!skill) throw missing
  if (chosen.state === 'YANKED')
    throw new AppError('NOT_FOUND', { message: `${name} ${chosen.number} was taken down.` })
  if (skill.kind === 'instruction') {
    throw new AppError('NOT_FOUND', { message: `${name} is an instruction skill and cannot be a tool.` })
  }
  const privateTo = chosen.visibility === 'PRIVATE' ? skillSet.publisher.organisationId : undefined
  return { document, skill, versionId: chosen.id, number: chosen.number, ...(privateTo && { privateTo }) }
}

/** A tool has one permission: itself. Throws NOT_FOUND for another version. */
function currentTool({ name, document, skill }: ToolSkill, version: string | undefined): CurrentSkill {
  const { version: number } = document
  if (version !== undefined && !matchesRequest(number, version))
    throw new AppError('NOT_FOUND', { message: `${name} has no version that matches “${version}”.` })
  const alone = { ...document, permissions: { tools: [name] }, skills: [skill] }
  return { document: alone, skill, versionId: idOfTool(alone), number }
}

/** Depends only on texts, schemas and effects, not on the server's version. */
function idOfTool({ permissions, skills }: SkillSetDocument): string {
  return `tool:${createHash('sha256')
    .update(canonicalize({ permissions, skills }) ?? '')
    .digest('hex')}`
}

async function findConsentedSkill(
  { db }: Context,
  { versionId, toolDocument }: Pin,
  slug: string,
): Promise<SkillInSet & { id: string }> {
  const document = toolDocument ?? (await findPublishedDocument(db, versionId))
  const skill = document?.skills.find((each) => each.slug === slug)
  // Versions and their documents are never deleted.
  if (!document || !skill) throw new AppError('NOT_FOUND')
  return { id: versionId ?? idOfTool(document), document, skill }
}

export type ConsentComparison = { now: CurrentSkill; before: SkillInSet; asking: Change[] }

// Published versions never change, so cache their changes; every listing of tools needs them.
const MAX_CACHED = 500
const cache = new LRUCache<string, Change[]>({ max: MAX_CACHED })

/** Throws as `findCurrentSkill`. */
export async function compareWithConsent(
  ctx: Context,
  pin: Pin,
  version?: string,
): Promise<ConsentComparison> {
  const now = await findCurrentSkill(ctx, pin.skillName, version, pin)
  if (now.versionId === pin.versionId) return { now, before: now, asking: [] }
  const before = await findConsentedSkill(ctx, pin, now.skill.slug)
  if (now.versionId === before.id) return { now, before: now, asking: [] }
  const key = `${before.id} ${now.versionId} ${now.skill.slug}`
  const asking = cache.get(key) ?? (await compareConsentInThread(before, now, workOwner(ctx)))
  cache.set(key, asking)
  return { now, before, asking }
}
