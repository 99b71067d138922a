/**
 * A run's context derives from its record, never from the organisation the person currently works in. No other file
 * creates one.
 */

import { findSessionUser } from '../../accounts/rows/users.ts'
import { findApiKeyById } from '../../auth/rows/admit-key.ts'
import type { Context, KeyGrant, Viewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Runnable } from './runnable.ts'

export type RunContext = Context & { viewer: Viewer }

export type RunOwner = { userId: string; organisationId: string; keyId: string | null }

type Caller = Pick<Context, 'db' | 'sandbox'> & Partial<Context>

type Options = {
  channel: Context['channel']
  what?: string
  /** True to refuse an expired key. */
  isStart?: boolean
}

/**
 * Returns the context in which a run acts: its person in its organisation, within its key, and never as a site admin.
 * Throws POLICY_DENIED if the person has left the organisation, or the key was revoked.
 */
export async function createRunContext(
  caller: Caller,
  record: RunOwner,
  { channel, what = 'run', isStart = false }: Options,
): Promise<RunContext> {
  const { db, sandbox, withinIds } = caller
  const isAuthorised =
    caller.viewer?.userId === record.userId &&
    caller.viewer.organisationId === record.organisationId &&
    (caller.keyId ?? null) === record.keyId
  const { viewer, keyGrant } =
    isAuthorised && caller.viewer
      ? { viewer: caller.viewer, keyGrant: caller.keyGrant }
      : await authoriseRecord(db, record, { what, isStart })
  return {
    db,
    sandbox,
    channel,
    viewer: { ...viewer, role: 'USER' },
    ...(record.keyId !== null && { keyId: record.keyId }),
    ...(keyGrant && { keyGrant }),
    ...(withinIds && { withinIds }),
  }
}

type CallingRun = { acting: RunContext; runnable: Pick<Runnable, 'ownerId'> }

/**
 * Private SkillSets are visible only if they belong to the run's organisation or to the publisher of the code;
 * otherwise code could read the person's other organisations.
 */
export function createCallContext({ acting, runnable: { ownerId } }: CallingRun): RunContext {
  const { organisationId } = acting.viewer
  const withinIds = ownerId && acting.keyId === undefined ? [organisationId, ownerId] : [organisationId]
  const { keyGrant } = acting
  // Skills mounted by the caller's own code were not consented to with the toolset.
  const grant = keyGrant && { keyGrant: ownerId ? { ...keyGrant, toolset: null } : keyGrant }
  // The calls of a run are not those of its caller's admission.
  const { admission: _, ...rest } = acting
  return { ...rest, ...grant, channel: 'code', withinIds }
}

async function authoriseRecord(
  db: Context['db'],
  { userId, organisationId, keyId }: RunOwner,
  { what, isStart }: { what: string; isStart: boolean },
): Promise<{ viewer: Viewer; keyGrant?: KeyGrant }> {
  const user = await findSessionUser(db, userId, organisationId)
  if (user?.organisation.id !== organisationId) {
    throw new AppError('POLICY_DENIED', {
      message: `The person who started this ${what} is no longer a member of the organisation.`,
    })
  }
  const { id, name: organisationName, role: organisationRole } = user.organisation
  const person = { userId, email: user.email, name: user.name, role: user.role }
  const viewer = { ...person, organisationId: id, organisationName, organisationRole }
  if (!keyId) return { viewer }
  return { viewer, keyGrant: await findGrant(db, { keyId, organisationId }, { what, isStart }) }
}

/** Returns what the key may do. Runs of an expired key may continue; a revoked one may have been stolen. */
async function findGrant(
  db: Context['db'],
  { keyId, organisationId }: { keyId: string; organisationId: string },
  { what, isStart }: { what: string; isStart: boolean },
): Promise<KeyGrant> {
  const key = await findApiKeyById(db, keyId)
  if (isStart && key?.expiresAt && key.expiresAt.getTime() <= Date.now())
    throw new AppError('POLICY_DENIED', { message: `The key that created this ${what} has expired.` })
  if (key && !key.revokedAt && key.organisationId === organisationId) return key
  throw new AppError('POLICY_DENIED', { message: `The key that started this ${what} was revoked.` })
}
