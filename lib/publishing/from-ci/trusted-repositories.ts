/** The repositories that a SkillSet's publisher trusts: settings, and whether a token matches one. */

import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import type { AuditAction } from '../../audit/model/audit-terms.ts'
import { type Context, requirePerson, type Viewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField } from '../../kernel/validation/text-fields.ts'
import { requireOwnSkillSet, requireOwnSkillSetAdmin } from '../drafts/require-own-skill-set.ts'
import { deleteLapsedRepository } from '../rows/publisher-proofs.ts'
import type { OwnSkillSet } from '../rows/skill-sets.ts'
import * as store from '../rows/trusted-repositories.ts'
import { lockSkillSet } from '../rows/versions.ts'
import type { ActionsClaims } from './verify-actions-token.ts'

const MAX_TRUSTS = 10

const optional = (shape: z.ZodString) =>
  z
    .string()
    .trim()
    .optional()
    .transform((text) => text || undefined)
    .pipe(shape.optional())
    .transform((text) => text ?? null)

const fields = z.object({
  repository: z
    .string()
    .trim()
    .regex(/^[a-z\d](?:[a-z\d-]{0,38})\/[\w.-]{1,100}$/i, 'Enter a repository as owner/name.'),
  workflow: optional(
    z.string().regex(/^[\w.-]{1,100}\.ya?ml$/, 'Enter the file’s name, such as publish.yml.'),
  ),
  environment: optional(
    z
      .string()
      .max(255, 'Use at most 255 characters.')
      .regex(/^[^\0\n]+$/, 'Enter a name.'),
  ),
  branch: optional(
    z
      .string()
      .max(255, 'Use at most 255 characters.')
      .regex(/^[^\s~^:?*[\\]+$/, 'Enter a branch.'),
  ),
})

export type TrustView = {
  id: string
  repository: string
  workflow: string | null
  environment: string | null
  branch: string | null
  /** The name of the person who added it. */
  by: string
  createdAtMs: number
  lastUsedAtMs: number | null
}

/** Returns what a SkillSet trusts, oldest first. Members only. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function listTrustedRepositories(ctx: Context, skillSetId: string): Promise<TrustView[]> {
  const { skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  return (await store.listTrusts(ctx.db, skillSet.id)).map((row) => ({
    id: row.id,
    repository: row.repository,
    workflow: row.workflow,
    environment: row.environment,
    branch: row.branch,
    by: row.createdByName,
    createdAtMs: row.createdAt.getTime(),
    lastUsedAtMs: row.lastUsedAt?.getTime() ?? null,
  }))
}

/**
 * Lets workflows of a repository stage builds of the SkillSet. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain
 * members and keys, INVALID_INPUT, LIMIT_REACHED, and CONFLICT if it is trusted in the same way already.
 */
export async function trustRepository(ctx: Context, skillSetId: string, form: unknown): Promise<void> {
  requirePerson(ctx)
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const limits = parseFields(fields, form)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    const known = await store.listTrusts(tx, skillSetId)
    if (known.length >= MAX_TRUSTS)
      throw limitReached('trusted_repositories', {
        max: MAX_TRUSTS,
        used: known.length,
        message: `This SkillSet trusts ${known.length} repositories, the maximum.`,
      })
    if (known.some((trust) => isSame(trust, limits)))
      throw new AppError('CONFLICT', { message: 'This repository is already trusted in the same way.' })
    const createdBy = { createdById: viewer.userId, createdByName: viewer.name }
    await store.insertTrust(tx, { skillSetId, ...limits, ...createdBy })
    await audit(tx, viewer, 'trust.add', skillSet, limits)
  })
}

/** Ends the trust, the tokens that it gave, and the proof of a repository that is not trusted elsewhere. Throws as `trustRepository`, and NOT_FOUND if it is not trusted. */
export async function distrustRepository(ctx: Context, skillSetId: string, trustId: unknown): Promise<void> {
  requirePerson(ctx)
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const id = parseFields(IdField, trustId)
  await ctx.db.$transaction(async (tx) => {
    const row = await store.deleteTrust(tx, { id, skillSetId })
    if (!row) throw new AppError('NOT_FOUND', { message: 'This repository is no longer trusted.' })
    await deleteLapsedRepository(tx, skillSet.publisher.id)
    const { repository, workflow, environment, branch } = row
    await audit(tx, viewer, 'trust.remove', skillSet, { repository, workflow, environment, branch })
  })
}

type Limits = Pick<store.TrustRow, 'repository' | 'workflow' | 'environment' | 'branch'>

function isSame(one: Limits, other: Limits): boolean {
  const keyOf = ({ repository, workflow, environment, branch }: Limits) =>
    JSON.stringify([repository.toLowerCase(), workflow, environment?.toLowerCase(), branch])
  return keyOf(one) === keyOf(other)
}

/**
 * Whether the repository and limits of a trust match the claims of an ID token.
 *
 * GitHub compares names of repositories and environments without case. A workflow must have started the run and define
 * the job: others of the repository could call a trusted reusable workflow with inputs of their own, and a called one
 * could be changed elsewhere. A pull request is trusted only with an environment, whose rules on GitHub can require an
 * approval: anyone who may open one decides what it builds.
 */
export function isTrusted(trust: Limits, claims: ActionsClaims): boolean {
  const { environment, startingWorkflow, isPullRequest, provenance } = claims
  const { repository, workflow, ref } = provenance
  return (
    trust.repository.toLowerCase() === repository.toLowerCase() &&
    (trust.workflow === null || [workflow, startingWorkflow].every((file) => file === trust.workflow)) &&
    (trust.environment === null || trust.environment.toLowerCase() === environment?.toLowerCase()) &&
    (trust.branch === null || ref === `refs/heads/${trust.branch}`) &&
    (trust.environment !== null || !isPullRequest)
  )
}

function audit(
  tx: Tx,
  viewer: Viewer,
  action: AuditAction,
  { id, slug, publisher }: OwnSkillSet,
  data: JsonObject,
): Promise<void> {
  const about = { subjectType: 'skill_set' as const, subjectId: id, subject: `${publisher.handle}.${slug}` }
  return recordAudit(tx, { actor: viewer, action, ...about, data })
}
