/** Keys act as their creator, in one organisation and within scopes. See docs/spec/skills-protocol.md §1. */

import { enforceRateLimit, RATE_LIMITS, requireNoWait } from '../../../auth/enforce-rate-limit.ts'
import { KEY_PREFIX, type KeyScope } from '../../../auth/model/key-scopes.ts'
import { type AdmittedKey, admitKey, type PresentedKey } from '../../../auth/rows/admit-key.ts'
import { touchApiKey } from '../../../auth/rows/api-keys.ts'
import { type Context, requireScope, requireViewer } from '../../../context/context.ts'
import { type Database, database } from '../../../kernel/db/prisma-client.ts'
import { hashSecretToken } from '../../../kernel/db/secret-token.ts'
import { AppError } from '../../../kernel/errors.ts'
import { oneVisibleLine } from '../../../kernel/validation/text-fields.ts'
import { connectSandbox } from '../../../sandbox/sandbox-client.ts'
import { contextOfCaller, countCaller } from './context-of-visitor.ts'
import { toViewer } from './session-viewer.ts'

const LIMITS = { byKey: RATE_LIMITS.callByKey, byOrganisation: RATE_LIMITS.callByOrganisation }

/** The last use of a key is accurate to the minute, which saves a write per call. */
const TOUCH_MS = 60_000

/**
 * Ignores cookies, so that pages cannot misuse a visitor's. Throws UNAUTHENTICATED for a missing, wrong, revoked or
 * expired key and if its creator has left the organisation or is suspended; POLICY_DENIED if it has none of `scopes`
 * (empty if calls check with `requireScope`); RATE_LIMIT_EXCEEDED.
 */
export async function contextFromKey(
  request: Request,
  scopes: readonly KeyScope[],
  channel: Context['channel'] = 'rest',
  { mcpSession = '' } = {},
): Promise<Context> {
  const db = database()
  const at = Date.now()
  const header = request.headers.get('authorization')
  // Refused calls count too.
  const admitted = await requireKey(db, header, mcpSession).catch(async (thrown) => {
    await countCaller(db, request)
    throw thrown
  })
  const { key, user, isSuspended, waitSeconds, ...read } = admitted
  requireNoWait(waitSeconds)
  await recordKeyUse(db, key)
  if (!user)
    throw refused(
      isSuspended
        ? 'The account of the person who created this API key is suspended.'
        : 'The person who created this API key has left the organisation.',
    )
  const { id: _, organisationId: __, userId: ___, revokedAt: ____, lastUsedAt: _____, ...keyGrant } = key
  if (scopes.length > 0) requireScope({ keyGrant }, ...scopes)
  // Keys never have admin rights.
  const viewer = { ...toViewer(user), role: 'USER' as const }
  const admission = { at, ...read }
  const program = readProgram(request.headers.get('user-agent'))
  return { viewer, db, sandbox: connectSandbox(), channel, keyId: key.id, keyGrant, program, admission }
}

const MAX_PROGRAM_CHARS = 100

/** Returns the name of a program in one line that can be stored and shown; undefined if it has none. */
export function readProgram(name: string | null | undefined): string | undefined {
  const line = oneVisibleLine((name ?? '').toWellFormed().replaceAll('\0', '')).trim()
  return line.slice(0, MAX_PROGRAM_CHARS).toWellFormed() || undefined
}

/** Counts further calls of the key and its organisation. Throws RATE_LIMIT_EXCEEDED. */
async function countCallOf(
  db: Database,
  { keyId, organisationId }: { keyId: string; organisationId: string },
  times = 1,
): Promise<void> {
  await Promise.all([
    enforceRateLimit(db, RATE_LIMITS.callByKey, keyId, times),
    enforceRateLimit(db, RATE_LIMITS.callByOrganisation, organisationId, times),
  ])
}

export async function countFurtherCalls(ctx: Context, calls: number): Promise<void> {
  if (calls < 1) return
  const { organisationId } = requireViewer(ctx)
  await countCallOf(ctx.db, { keyId: ctx.keyId ?? '', organisationId }, calls)
}

async function requireKey(db: Database, header: string | null, mcpSession: string): Promise<AdmittedKey> {
  const [, token] = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(header ?? '') ?? []
  if (!token) throw refused(`Send an API key, as “Authorization: Bearer ${KEY_PREFIX}…”.`)
  const limits = { ...LIMITS, mcpSession }
  const holder = token.startsWith(KEY_PREFIX) ? await admitKey(db, hashSecretToken(token), limits) : null
  if (!holder) throw refused('This API key does not exist.')
  const { key } = holder
  if (key.revokedAt) throw refused('This key was revoked.')
  if (key.expiresAt && key.expiresAt.getTime() <= Date.now()) throw refused('This key has expired.')
  return holder
}

function refused(message: string): AppError {
  return new AppError('UNAUTHENTICATED', { message, suggestedAction: 'Send a valid API key.' })
}

async function recordKeyUse(db: Database, { id, lastUsedAt }: PresentedKey): Promise<void> {
  const now = new Date()
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < TOUCH_MS) return
  await touchApiKey(db, id, now)
}

export type Bearer = {
  ctx: Context
  countCall: () => Promise<void>
}

/** Counts by key or visitor's address, before the body is read. Calls check scopes. Throws as `contextFromKey`. */
export async function authenticateBearer(request: Request, channel: Context['channel']): Promise<Bearer> {
  if (!request.headers.has('authorization')) {
    const ctx = await contextOfCaller(request, channel)
    return { ctx, countCall: () => countCaller(ctx.db, request) }
  }
  const ctx = await contextFromKey(request, [], channel)
  return { ctx, countCall: () => countFurtherCalls(ctx, 1) }
}
