/** The Context that a plan's steps are called with: of whoever started it, as they are now. Floor 3. */
import type { Context, Viewer } from '../context.ts'
import { AppError } from '../errors.ts'
import { actFor, type Starter } from '../execution/act-for.ts'

export type ActingContext = Context & { viewer: Viewer }

/** Nothing of the plan may go on: whoever started it may not any more. */
export class NotAnyMore extends AppError {}

/** Throws NotAnyMore when they have left the organisation, or their key was revoked. */
export async function contextOfPlan(
  { db, sandbox }: Pick<Context, 'db' | 'sandbox'>,
  row: Starter,
): Promise<ActingContext> {
  try {
    const { viewer, keyGrant } = await actFor(db, row, 'plan')
    return { db, sandbox, viewer, door: 'plan', ...(row.keyId && { keyId: row.keyId, keyGrant }) }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    throw new NotAnyMore(thrown.code, { ...thrown.options, message: thrown.message })
  }
}
