import 'server-only'
import { enforceRateLimit, RATE_LIMITS } from '../../../auth/enforce-rate-limit.ts'
import type { Context } from '../../../context/context.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { connectSandbox } from '../../../sandbox/sandbox-client.ts'
import { addressFrom } from '../network/address-from.ts'

/** Counts nothing: callers without another rate limit use `contextOfCaller`. */
export function contextOfVisitor(channel: Context['channel'] = 'rest'): Context {
  return { viewer: null, db: database(), sandbox: connectSandbox(), channel }
}

export async function contextOfCaller(
  request: Request,
  channel: Context['channel'] = 'rest',
): Promise<Context> {
  const ctx = contextOfVisitor(channel)
  await countCaller(ctx.db, request)
  return ctx
}

export function countCaller(db: Context['db'], request: Request): Promise<void> {
  return enforceRateLimit(db, RATE_LIMITS.callByAddress, addressFrom(request.headers.get('x-forwarded-for')))
}
