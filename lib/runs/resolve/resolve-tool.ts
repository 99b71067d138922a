import { type Context, requireScope, requireSkillSet, requireViewer } from '../../context/context.ts'
import { isAskedFor } from '../../contracts/versions/version-range.ts'
import { AppError } from '../../kernel/errors.ts'
import type { BuiltInTool } from '../../tools/definition/built-in-tool.ts'
import { findToolSkill } from '../../tools/tool-skill.ts'
import { requireConsentedVersionForKey } from '../../toolsets/toolset-access.ts'
import { contractOf } from './contract-of.ts'
import { resolveSkill, type SkillRequest } from './resolve-skill.ts'
import type { Runnable } from './runnable.ts'

export type RunnableTool = Runnable & { tool: BuiltInTool; skillSetId: null; versionId: null }

/** Resolves a tool, or else a skill. Throws as `resolveTool` and `resolveSkill`. */
export async function resolveRunnable(ctx: Context, asked: SkillRequest): Promise<Runnable> {
  const tool = await resolveTool(ctx, asked)
  return tool ? requireToolVersion(tool, asked.version) : resolveSkill(ctx, asked)
}

/**
 * Returns null if it is not a tool's name. `isPart` means that the call comes from a permitted run, so the key's
 * SkillSets do not matter. Throws UNAUTHENTICATED, POLICY_DENIED for a key without access, and CONFLICT if its
 * toolset withholds the tool.
 */
export async function resolveTool(
  ctx: Context,
  { name }: { name: unknown },
  { isPart = false } = {},
): Promise<RunnableTool | null> {
  const found = findToolSkill(name)
  if (!found) return null
  const { tool, skill, document } = found
  const { organisationId, organisationName } = requireViewer(ctx)
  if (!isPart) requireSkillSet(ctx, document.slug, found.name)
  requireToolScope(ctx, tool)
  if (!isPart) await requireConsentedVersionForKey(ctx, found.name)
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
    // A tool's output needs nothing but its schema.
    contract: { ...contractOf(document, skill), rules: { messageRequired: false } },
    organisation: { id: organisationId, name: organisationName },
    isPublisherMember: false,
    isPublisherOrganisation: false,
    isApproved: true,
  }
}

/** Throws NOT_FOUND for any version but the server's. */
export function requireToolVersion(tool: RunnableTool, version: string | undefined): RunnableTool {
  const { name, versionNumber } = tool
  if (version === undefined || isAskedFor(versionNumber, version)) return tool
  throw new AppError('NOT_FOUND', {
    message: `${name} is built in, in version ${versionNumber}. No version matches “${version}”.`,
  })
}

/** A skill needs "run", a tool decides its own scopes. Throws POLICY_DENIED. */
export function requireRunScope(ctx: Context, name: unknown): void {
  if (!findToolSkill(name)) requireScope(ctx, 'run')
}

/** Also checks a tool's scopes, for calls that are refused before they are answered. Throws POLICY_DENIED. */
export function requireCallScope(ctx: Context, name: unknown): void {
  const found = findToolSkill(name)
  if (found) requireToolScope(ctx, found.tool)
  else requireScope(ctx, 'run')
}

/** Reading tools need "read" or "run"; all others also need "write". */
function requireToolScope(ctx: Context, { riskLevel }: BuiltInTool): void {
  if (riskLevel === 'read-only') {
    requireScope(ctx, 'read', 'run')
  } else {
    requireScope(ctx, 'run')
    requireScope(ctx, 'write')
  }
}
