/** A new organisation to share. Floor 3. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireViewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { nameField } from '../contract/market/name-field.ts'
import { insertOrganisation } from '../db/organisations.ts'

/** Makes an organisation with the viewer as its owner; returns its id. Throws UNAUTHENTICATED, INVALID_INPUT. */
export async function createOrganisation(ctx: Context, given: unknown): Promise<string> {
  const viewer = requireViewer(ctx)
  const { name } = parseWith(z.object({ name: nameField }), given)
  return ctx.db.$transaction(async (tx) => {
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
