import 'server-only'
import { cookies } from 'next/headers'
import { enforceRateLimit, RATE_LIMITS } from '../../accounts/enforce-rate-limit.ts'
import { database } from '../../db/core/prisma-client.ts'
import { openSession, sessionCookieName } from '../cookies/session-token.ts'
import { callerAddress } from '../network/caller-address.ts'

/**
 * By person or address; costly actions have a lower limit. Throws RATE_LIMIT_EXCEEDED. The action must check the
 * session.
 */
export async function limitActionRate({ isCostly }: { isCostly: boolean }): Promise<void> {
  const db = database()
  const session = await openSession((await cookies()).get(sessionCookieName())?.value)
  if (!session) return enforceRateLimit(db, RATE_LIMITS.actionByAddress, await callerAddress())
  await enforceRateLimit(db, RATE_LIMITS.actionByPerson, session.userId)
  if (isCostly) await enforceRateLimit(db, RATE_LIMITS.costlyByPerson, session.userId)
}
