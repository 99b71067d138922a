/** What an organisation lets its plans do: read by whoever starts one and at every call, changed by its admins. Floor 3. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin, requirePerson, requireViewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { isStorable } from '../contract/json/storable.ts'
import { APPROVAL_MODES, type ApprovalPolicy, DEFAULT_POLICY } from '../contract/plan/approval-policy.ts'
import * as store from '../db/approval-policies.ts'
import type { Tx } from '../db/client.ts'
import { lockOrganisation } from '../db/publishers.ts'
import { AppError } from '../errors.ts'

const MOST_PATTERNS = 100

const Pattern = z
  .string()
  .trim()
  .min(1, 'An empty pattern matches nothing.')
  .max(300, 'At most 300 characters.')
  .refine(isStorable, 'contains characters that cannot be kept')
const Tools = z
  .array(Pattern.regex(/^[\w.*?-]+$/, 'Name tools like vault.readFile, vault.* or publisher.skillset.*'))
  .max(MOST_PATTERNS, `At most ${MOST_PATTERNS}.`)
const Paths = z
  .array(Pattern.refine((path) => !path.startsWith('/'), 'Paths begin without a slash: Notes/**'))
  .max(MOST_PATTERNS, `At most ${MOST_PATTERNS}.`)

const Fields = z.strictObject({
  mode: z.enum(APPROVAL_MODES),
  allowedTools: Tools,
  deniedTools: Tools,
  allowedPaths: Paths,
})

/** Without a word of the organisation: ask about everything. */
export async function findPolicy(db: Context['db'] | Tx, organisationId: string): Promise<ApprovalPolicy> {
  const row = await store.findApprovalPolicy(db, organisationId)
  if (!row) return DEFAULT_POLICY
  const { mode, allowedTools, deniedTools, allowedPaths } = row
  // Only `savePolicy` writes it.
  return { mode: mode as ApprovalPolicy['mode'], allowedTools, deniedTools, allowedPaths }
}

/** Of the organisation that the viewer acts for. Throws UNAUTHENTICATED for visitors. */
export function getPolicy(ctx: Context): Promise<ApprovalPolicy> {
  return findPolicy(ctx.db, requireViewer(ctx).organisationId)
}

/**
 * Replaces the policy that the admin has `seen`. Throws UNAUTHENTICATED; POLICY_DENIED for plain members and for keys;
 * INVALID_INPUT; and CONFLICT when it is another one by now, so that what one admin has just forbidden does not come
 * back with what another one had open. Plans that are under way are asked by the new one.
 */
export async function savePolicy(ctx: Context, given: unknown, seen: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requirePerson(ctx)
  const policy = parseWith(Fields, given)
  const before = parseWith(Fields, seen)
  const { organisationId, organisationName, userId: updatedById } = viewer
  await ctx.db.$transaction(async (tx) => {
    await lockOrganisation(tx, organisationId)
    if (!isDeepStrictEqual(before, await findPolicy(tx, organisationId))) throw changedMeanwhile()
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

function changedMeanwhile(): AppError {
  return new AppError('CONFLICT', {
    message: 'Somebody has changed what plans may do since you opened this page.',
    suggestedAction: 'Load the page again to see it, then change it.',
  })
}
