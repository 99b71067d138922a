import { z } from 'zod'
import { type Context, requireScope, requireViewer } from '../../context/context.ts'
import type { Json } from '../../kernel/json/json.ts'
import { isToolName } from '../../kernel/names/tool-name.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { vaultKey } from '../../vault/model/vault-path.ts'
import { findVaultFiles } from '../../vault/rows/vault-files.ts'
import { filesRead } from '../model/checks/check-files.ts'
import { type CheckedPlan, checkPlan } from '../model/checks/check-plan.ts'
import type { PlanCatalog } from '../model/document/plan-tool.ts'
import type { ApprovalPolicy } from '../model/policy/approval-policy.ts'
import { findPlanTools, listToolNames } from '../tools/find-plan-tools.ts'
import { getPolicy } from './plan-policy.ts'

const MAX_PATHS = 500

const Paths = z.array(z.string().max(2_000)).max(MAX_PATHS)

/** Returns the paths that the plan reads and the caller's vault lacks. Throws UNAUTHENTICATED, POLICY_DENIED. */
export function findMissingFiles(ctx: Context, plan: unknown): Promise<string[]> {
  const paths = filesRead(plan as Json).map(({ path }) => path)
  return filterMissing(ctx, [...new Set(paths)].slice(0, MAX_PATHS))
}

/** Returns those of `paths` that the caller's vault lacks. Throws UNAUTHENTICATED, POLICY_DENIED, INVALID_INPUT. */
export async function listMissingFiles(ctx: Context, paths: unknown): Promise<string[]> {
  return filterMissing(ctx, parseFields(Paths, paths))
}

async function filterMissing(ctx: Context, paths: readonly string[]): Promise<string[]> {
  const { organisationId } = requireViewer(ctx)
  if (paths.length === 0) return []
  requireScope(ctx, 'read', 'run')
  const keys = paths.filter(isStorable).map(vaultKey)
  const found = new Set((await findVaultFiles(ctx.db, organisationId, keys)).map(({ key }) => key))
  return paths.filter((path) => !found.has(vaultKey(path)))
}

/**
 * Checks a plan with the tools, versions, prices and files that the caller has, and the policy of their organisation. Throws
 * UNAUTHENTICATED, and INVALID_INPUT if it takes too long.
 */
export async function checkForViewer(ctx: Context, document: unknown): Promise<CheckedPlan> {
  const catalog = await findPlanTools(ctx, listToolNames(document))
  const missingFiles = await findMissingFiles(ctx, document)
  return checkWithCatalog(ctx, document, { catalog, policy: await getPolicy(ctx), missingFiles })
}

/** A plan of this size is checked in milliseconds. One with thousands of references takes up to two seconds. */
const MAX_INLINE_CHARS = 32 * 1024

/**
 * Checks a plan with the given tools. Uses a worker thread unless the plan is short and calls built-in tools only: comparing the
 * schemas of publishers can take seconds. Throws as `checkForViewer`.
 */
export async function checkWithCatalog(
  ctx: Context,
  document: unknown,
  {
    catalog,
    policy,
    missingFiles,
  }: { catalog: PlanCatalog; policy?: ApprovalPolicy; missingFiles?: string[] },
): Promise<CheckedPlan> {
  const isShort = (JSON.stringify(document)?.length ?? 0) <= MAX_INLINE_CHARS
  if (isShort && [...catalog.keys()].every(isToolName))
    return checkPlan(document, catalog, policy, missingFiles)
  const owner = requireViewer(ctx).organisationId
  return runInThread<typeof checkPlan>('check-plan', [document, catalog, policy, missingFiles], { owner })
}
