/** Choosing for whom to act. Floor 3. */
import { z } from 'zod'
import { type Context, requireViewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { findMember } from '../db/organisations.ts'
import { AppError } from '../errors.ts'

/**
 * The id the viewer may act for from now on. Throws NOT_FOUND for an organisation they are no member of, as for
 * one that does not exist.
 */
export async function chooseOrganisation(ctx: Context, given: unknown): Promise<string> {
  const viewer = requireViewer(ctx)
  const { id } = parseWith(z.object({ id: z.uuid() }), given)
  if (!(await findMember(ctx.db, id, viewer.userId))) throw new AppError('NOT_FOUND')
  return id
}
