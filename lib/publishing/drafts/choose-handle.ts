import { type Context, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { findCurrentHandle } from '../rows/former-names.ts'
import { listOwnPublishers } from '../rows/publishers.ts'

/**
 * Returns the handle that a program publishes under: the one asked for, which may be a former one, or the only one of
 * the organisation. Throws UNAUTHENTICATED, PRECONDITION_FAILED without a handle, NOT_FOUND for one of another
 * organisation, and INVALID_INPUT if the organisation has several and none was asked for.
 */
export async function chooseHandle(ctx: Context, asked: string | undefined): Promise<string> {
  const { organisationName } = requireViewer(ctx)
  const wanted = asked && ((await findCurrentHandle(ctx.db, asked)) ?? asked)
  const handles = await listMyHandles(ctx)
  const [first] = handles
  if (!first) {
    const message = `${organisationName} has no publisher handle yet. Claim one on the site, under Publish.`
    throw new AppError('PRECONDITION_FAILED', { message })
  }
  if (wanted !== undefined && !handles.includes(wanted)) {
    throw new AppError('NOT_FOUND', { message: `${organisationName} does not publish as “${wanted}”.` })
  }
  if (wanted === undefined && handles.length > 1) {
    const message = `${organisationName} publishes as ${handles.join(', ')}. Specify one of them.`
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/handle', message: 'is required' }] })
  }
  return wanted ?? first
}

/** Returns the current handles of the organisation, the oldest first. Throws UNAUTHENTICATED. */
export async function listMyHandles(ctx: Context): Promise<string[]> {
  const { organisationId } = requireViewer(ctx)
  return (await listOwnPublishers(ctx.db, organisationId)).map(({ handle }) => handle)
}
