import 'server-only'
import { LRUCache } from 'lru-cache'
import react from 'react'
import { enforceRateLimit, RATE_LIMITS } from '../../../auth/enforce-rate-limit.ts'
import { isFactorRequired } from '../../../auth/factor-policy.ts'
import type { KeyScope } from '../../../auth/model/key-scopes.ts'
import { hasSecondFactor } from '../../../auth/rows/factor-rows.ts'
import { touchSession } from '../../../auth/rows/session-rows.ts'
import type { Context } from '../../../context/context.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { connectSandbox } from '../../../sandbox/sandbox-client.ts'
import type { RateLimitWindow } from '../../../settings/rows/rate-limits.ts'
import { addressFrom } from '../network/address-from.ts'
import { deviceOfRequest } from '../network/caller-address.ts'
import { requireSameOrigin } from '../network/require-same-origin.ts'
import { contextFromKey } from './context-from-key.ts'
import { contextOfCaller } from './context-of-visitor.ts'
import { readSession } from './session-options.ts'
import type { LiveSession } from './session-viewer.ts'

/**
 * Reads `Authorization` with one of `scopes`, else the cookie, with which only same-origin requests may change things.
 * Throws as `contextFromKey` and `requireSameOrigin`.
 */
export async function contextFromRequest(
  request: Request,
  scopes: readonly KeyScope[],
  channel: Context['channel'] = 'rest',
): Promise<Context> {
  if (request.headers.has('authorization')) return contextFromKey(request, scopes)
  if (request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request)
  return contextFromPage(request, channel)
}

/** Counts the call, by person or by the address of a visitor. Throws RATE_LIMIT_EXCEEDED. */
export async function contextFromPage(
  request: Request,
  channel: Context['channel'] = 'rest',
  visitors: RateLimitWindow = RATE_LIMITS.callByAddress,
): Promise<Context> {
  const ctx = await contextFromCookie(channel)
  const { viewer, db } = ctx
  if (viewer) await enforceRateLimit(db, RATE_LIMITS.callByPerson, viewer.userId)
  else await enforceRateLimit(db, visitors, addressFrom(request.headers.get('x-forwarded-for')))
  return ctx
}

/** Counts a call that unpacks, checks or compares much, as costly actions are counted. Throws RATE_LIMIT_EXCEEDED. */
export async function countCostlyCall({ db, viewer }: Context): Promise<void> {
  if (viewer) await enforceRateLimit(db, RATE_LIMITS.costlyByPerson, viewer.userId)
}

/** Ignores cookies, so public data can be cached. Throws as `contextFromKey`, and RATE_LIMIT_EXCEEDED. */
export async function contextOfReader(
  request: Request,
  scopes: readonly KeyScope[] = ['read'],
): Promise<Context> {
  return request.headers.has('authorization') ? contextFromKey(request, scopes) : contextOfCaller(request)
}

/**
 * Reads next-auth's session, whose token is checked on every request: pages and server actions use nothing else. The
 * person acts for the organisation of the cookie if they are a member, else for their personal one.
 */
export async function contextFromCookie(channel: Context['channel'] = 'form'): Promise<Context> {
  const session = await sessionFromCookie()
  return { viewer: null, ...session, db: database(), sandbox: connectSandbox(), channel }
}

type Session = LiveSession & { isFactorMissing?: true }

// The layout, the page and its metadata ask for it in the same request.
const sessionFromCookie = react.cache(async (): Promise<Session | null> => {
  const session = await readSession()
  if (!session) return null
  const { viewer, sessionVersion, sessionId } = session
  await recordUse(session)
  return withholdAdminRole({ viewer, sessionVersion, sessionId })
})

/** Withholds the role until the admin has set up a second factor, if this site requires one of admins. */
async function withholdAdminRole(session: Session): Promise<Session> {
  const { viewer } = session
  if (viewer.role !== 'ADMIN' || !isFactorRequired('admins')) return session
  if (await hasSecondFactor(database(), viewer.userId)) return session
  return { ...session, viewer: { ...viewer, role: 'USER' }, isFactorMissing: true }
}

/** The last use of a session is accurate to five minutes, which saves a write per request. */
const touched = new LRUCache<string, true>({ max: 10_000, ttl: 5 * 60_000 })

async function recordUse({ sessionId: id, viewer: { userId } }: LiveSession): Promise<void> {
  if (touched.has(id)) return
  touched.set(id, true)
  await touchSession(database(), { id, userId, ...(await deviceOfRequest()) })
}
