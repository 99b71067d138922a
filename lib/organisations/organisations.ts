import { z } from 'zod'
import { requireDistinctName } from '../accounts/require-distinct-name.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireViewer } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { limitReached } from '../kernel/limit-reached.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { nameField } from '../kernel/validation/text-fields.ts'
import { limitOf } from '../settings/read-settings.ts'
import { requireSharedAdmin } from './change-members.ts'
import {
  countCreatedBy,
  findMember,
  insertOrganisation,
  listOrganisationsOf,
  type OrganisationRow,
  updateOrganisationName as storeName,
} from './rows/organisations.ts'

/** Returns the id. Throws UNAUTHENTICATED, INVALID_INPUT, and LIMIT_REACHED. */
export async function createOrganisation(ctx: Context, given: unknown): Promise<string> {
  const viewer = requireViewer(ctx)
  const { name } = parseFields(z.object({ name: nameField }), given)
  await requireDistinctName(ctx.db, { name, organisationId: viewer.organisationId })
  return ctx.db.$transaction(async (tx) => {
    await requireFewer(tx, viewer.userId)
    const id = await insertOrganisation(tx, { name, ownerId: viewer.userId })
    await recordAudit(tx, {
      actor: viewer,
      action: 'organisation.create',
      subjectType: 'organisation',
      subjectId: id,
      subject: name,
    })
    return id
  })
}

/** Limited, because each has its own quotas. */
async function requireFewer(tx: Tx, userId: string): Promise<void> {
  const max = await limitOf(tx, 'organisations')
  const used = await countCreatedBy(tx, userId)
  if (used < max) return
  throw limitReached('organisations', {
    max,
    used,
    message: `You have created ${used} organisations, and the maximum is ${max}.`,
  })
}

/**
 * Throws UNAUTHENTICATED, POLICY_DENIED for plain members, PRECONDITION_FAILED for a personal organisation, which has
 * its owner's name, INVALID_INPUT.
 */
export async function renameOrganisation(ctx: Context, given: unknown): Promise<void> {
  const viewer = await requireSharedAdmin(ctx)
  const { name } = parseFields(z.object({ name: nameField }), given)
  await requireDistinctName(ctx.db, { name, organisationId: viewer.organisationId })
  await ctx.db.$transaction(async (tx) => {
    await storeName(tx, viewer.organisationId, name)
    await recordAudit(tx, {
      actor: viewer,
      action: 'organisation.rename',
      subjectType: 'organisation',
      subjectId: viewer.organisationId,
      subject: name,
      data: { from: viewer.organisationName },
    })
  })
}

/** Returns its id. Throws NOT_FOUND for non-members. */
export async function chooseOrganisation(ctx: Context, given: unknown): Promise<string> {
  const viewer = requireViewer(ctx)
  const { id } = parseFields(z.object({ id: z.uuid() }), given)
  if (!(await findMember(ctx.db, id, viewer.userId))) throw new AppError('NOT_FOUND')
  return id
}

export async function listOrganisations(ctx: Context): Promise<OrganisationRow[]> {
  return ctx.viewer ? listOrganisationsOf(ctx.db, ctx.viewer.userId) : []
}
