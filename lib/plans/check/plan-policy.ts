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
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { lockOrganisation } from '../../organisations/rows/organisations.ts'
import { APPROVAL_MODES, type ApprovalPolicy, DEFAULT_POLICY } from '../model/policy/approval-policy.ts'
import * as store from '../rows/saved-plan-rows.ts'

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

/** Returns the organisation's policy; by default, one that asks about every call. */
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
 * Replaces the policy that the admin saw, also for plans that run. Throws UNAUTHENTICATED, POLICY_DENIED for
 * plain members and API keys, INVALID_INPUT, and CONFLICT if the policy has changed.
 */
export async function savePolicy(ctx: Context, changed: unknown, seen: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requirePerson(ctx)
  const policy = parseFields(Fields, changed)
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
