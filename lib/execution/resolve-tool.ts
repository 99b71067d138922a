/** Which first-party tool a call means, and whether the caller may use it. Floor 3. */
import { type Context, requireScope, requireSkillSet, requireViewer } from '../context.ts'
import { isAskedFor } from '../contract/version/version-range.ts'
import { AppError } from '../errors.ts'
import type { Tool } from '../tools/tool.ts'
import { findToolSkill } from '../tools/tool-skill.ts'
import { contractOf } from './contract-of.ts'
import type { Runnable } from './resolve-skill.ts'

export type RunnableTool = Runnable & { tool: Tool; skillSetId: null; versionId: null }

/**
 * Null for what is no tool's name. `isPart`: a run that was allowed calls it, so it is no matter which SkillSets its key
 * names. Throws UNAUTHENTICATED, POLICY_DENIED for a key that may not use it, NOT_FOUND for another version.
 */
export function resolveTool(
  ctx: Context,
  { name, version }: { name: unknown; version?: string },
  { isPart = false } = {},
): RunnableTool | null {
  const found = findToolSkill(name)
  if (!found) return null
  const { tool, skill, document } = found
  const { organisationId, organisationName } = requireViewer(ctx)
  if (!isPart) requireSkillSet(ctx, document.slug)
  requireToolScope(ctx, tool)
  if (version !== undefined && !isAskedFor(document.version, version))
    throw new AppError('NOT_FOUND', {
      message: `${found.name} comes with this Guildhall, in version ${document.version}; there is none that is “${version}”.`,
    })
  return {
    name: found.name,
    publisher: document.slug,
    skillSetId: null,
    versionId: null,
    versionNumber: document.version,
    mode: 'production',
    document,
    skill,
    tool,
    // The message that handlers owe is for people; a tool's output is what its schema says and no more.
    contract: { ...contractOf(document, skill), rules: { messageRequired: false } },
    organisation: { id: organisationId, name: organisationName },
    isPublisher: false,
    isOwn: false,
    isUnreviewed: false,
  }
}

/** Whether a key may ask for a run at all: a skill wants “run”; a tool says by itself what it wants. Throws POLICY_DENIED. */
export function requireRunScope(ctx: Context, name: unknown): void {
  if (!findToolSkill(name)) requireScope(ctx, 'run')
}

/** Reading is what “read” is for, and “run” too; what changes something wants “write” besides. */
function requireToolScope(ctx: Context, { riskLevel }: Tool): void {
  if (riskLevel === 'read-only') {
    requireScope(ctx, 'read', 'run')
  } else {
    requireScope(ctx, 'run')
    requireScope(ctx, 'write')
  }
}
