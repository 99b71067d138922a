import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import {
  type Context,
  requireOrganisationAdmin,
  requirePerson,
  requireViewer,
} from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { isToolName } from '../../kernel/names/tool-name.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { lockOrganisation } from '../../organisations/rows/organisations.ts'
import { type CheckedPlan, checkPlan } from '../model/checks/check-plan.ts'
import type { PlanCatalog } from '../model/document/plan-tool.ts'
import { APPROVAL_MODES, type ApprovalPolicy, DEFAULT_POLICY } from '../model/policy/approval-policy.ts'
import * as store from '../rows/saved-plan-rows.ts'
import { findPlanTools, toolNamesIn } from '../tools/find-plan-tools.ts'
import { findMissingFiles } from './missing-files.ts'

const MAX_PATTERNS = 100

const Pattern = z
  .string()
  .trim()
  .min(1, 'An empty pattern matches nothing.')
  .max(300, 'At most 300 characters.')
  .refine(isStorable, 'contains characters that cannot be stored')
const Tools = z
  .array(Pattern.regex(/^[\w.*?-]+$/, 'Enter tools like vault.readFile, vault.* or publisher.skillset.*'))
  .max(MAX_PATTERNS, `At most ${MAX_PATTERNS}.`)
const Paths = z
  .array(Pattern.refine((path) => !path.startsWith('/'), 'Paths must not start with a slash: Notes/**'))
  .max(MAX_PATTERNS, `At most ${MAX_PATTERNS}.`)

const Fields = z.strictObject({
  mode: z.enum(APPROVAL_MODES),
  allowedTools: Tools,
  deniedTools: Tools,
  allowedPaths: Paths,
})

/** The default policy confirms every call. */
export async function findPolicy(db: Context['db'] | Tx, organisationId: string): Promise<ApprovalPolicy> {
  const row = await store.findApprovalPolicy(db, organisationId)
  if (!row) return DEFAULT_POLICY
  const { mode, allowedTools, deniedTools, allowedPaths } = row
  return { mode: mode as ApprovalPolicy['mode'], allowedTools, deniedTools, allowedPaths }
}

export function getPolicy(ctx: Context): Promise<ApprovalPolicy> {
  return findPolicy(ctx.db, requireViewer(ctx).organisationId)
}

/**
 * Replaces the policy that the admin has `seen`, also for running plans. Throws UNAUTHENTICATED, POLICY_DENIED for
 * plain members and API keys, INVALID_INPUT, and CONFLICT if the policy has changed.
 */
export async function savePolicy(ctx: Context, given: unknown, seen: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requirePerson(ctx)
  const policy = parseFields(Fields, given)
  const before = parseFields(Fields, seen)
  const { organisationId, organisationName, userId: updatedById } = viewer
  await ctx.db.$transaction(async (tx) => {
    await lockOrganisation(tx, organisationId)
    if (!isDeepStrictEqual(before, await findPolicy(tx, organisationId))) throw policyChangedError()
    await store.saveApprovalPolicy(tx, { organisationId, updatedById, ...policy })
    await recordAudit(tx, {
      actor: viewer,
      action: 'plan.policy',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: policy,
    })
  })
}

function policyChangedError(): AppError {
  return new AppError('CONFLICT', {
    message: 'The approval policy has changed since you opened this page.',
    suggestedAction: 'Reload the page to see it, then make your change.',
  })
}

/**
 * Checks with the caller's tools, versions, prices and policy. Throws UNAUTHENTICATED, and INVALID_INPUT if it takes
 * too long.
 */
export async function checkForViewer(ctx: Context, document: unknown): Promise<CheckedPlan> {
  const catalog = await findPlanTools(ctx, toolNamesIn(document))
  const missingFiles = await findMissingFiles(ctx, document)
  return checkWithCatalog(ctx, document, { catalog, policy: await getPolicy(ctx), missingFiles })
}

/** Thousands of references take up to two seconds; this takes milliseconds. */
const MAX_INLINE_CHARS = 32 * 1024

/** Uses a worker thread unless short and with built-in tools only: comparing publishers' schemas can take seconds. */
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
