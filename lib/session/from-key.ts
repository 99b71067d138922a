/**
 * From an API key to a Context. Floor 4; the only way in for programs that are not on this machine.
 *
 * A key belongs to one organisation and acts as its maker there, as far as its scopes reach.
 * Source: specification "Skills protocol", Transport.
 */
import { LIMITS, requireAttempt } from '../accounts/throttle.ts'
import { type Context, requireScope, requireViewer } from '../context.ts'
import { KEY_PREFIX, type KeyScope } from '../contract/market/key-scopes.ts'
import { type PresentedKey, touchApiKey } from '../db/api-keys.ts'
import { type Database, database } from '../db/client.ts'
import { findKeyHolder, type KeyHolder } from '../db/key-holders.ts'
import { hashSecretToken } from '../db/secret-token.ts'
import { AppError } from '../errors.ts'
import { connectSandbox } from '../sandbox/sandbox-client.ts'
import { countCaller } from './of-visitor.ts'
import { toViewer } from './viewer.ts'

/** "Last used" is for people; to the minute is close enough, and spares a write per call. */
const TOUCH_MS = 60_000

/**
 * Who calls with `Authorization: Bearer gh_…`. Cookies are not looked at, so no page can misuse a visitor's.
 *
 * Throws UNAUTHENTICATED without a key, for a wrong, revoked or expired one and when its maker has left the
 * organisation; POLICY_DENIED when it has none of `scopes` (a door whose calls need different ones names none here and
 * asks `requireScope` at each); RATE_LIMIT_EXCEEDED.
 */
export async function contextFromKey(
  request: Request,
  scopes: readonly KeyScope[],
  door: Context['door'] = 'rest',
): Promise<Context> {
  const db = database()
  const { key, user } = await requireKey(db, request.headers.get('authorization')).catch(async (thrown) => {
    await countCaller(db, request)
    throw thrown
  })
  // Before it is refused for what it may not: that is a call, too.
  await Promise.all([countCallOf(db, { keyId: key.id, ...key }), rememberUse(db, key)])
  if (!user) throw refused('Who made this key has left the organisation.')
  const { skillSets, dailyCapMicros } = key
  const keyGrant = { scopes: key.scopes, skillSets, dailyCapMicros }
  if (scopes.length > 0) requireScope({ keyGrant }, ...scopes)
  // Running the site is for people: no key makes an admin.
  const viewer = { ...toViewer(user), role: 'USER' as const }
  return { viewer, db, sandbox: connectSandbox(), door, keyId: key.id, keyGrant }
}

/** Counts calls against the key and against all keys of its organisation. Throws RATE_LIMIT_EXCEEDED. */
async function countCallOf(
  db: Database,
  { keyId, organisationId }: { keyId: string; organisationId: string },
  times = 1,
): Promise<void> {
  await Promise.all([
    requireAttempt(db, LIMITS.callByKey, keyId, times),
    requireAttempt(db, LIMITS.callByOrganisation, organisationId, times),
  ])
}

/** What arrived in one request, whose key `contextFromKey` has counted as one call, is so many more. Throws RATE_LIMIT_EXCEEDED. */
export async function countFurther(ctx: Context, calls: number): Promise<void> {
  if (calls < 1) return
  const { organisationId } = requireViewer(ctx)
  await countCallOf(ctx.db, { keyId: ctx.keyId ?? '', organisationId }, calls)
}

async function requireKey(db: Database, header: string | null): Promise<KeyHolder> {
  const [, token] = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(header ?? '') ?? []
  if (!token) throw refused(`Send an API key, as “Authorization: Bearer ${KEY_PREFIX}…”.`)
  const holder = token.startsWith(KEY_PREFIX) ? await findKeyHolder(db, hashSecretToken(token)) : null
  if (!holder) throw refused('This is no key of this Guildhall.')
  const { key } = holder
  if (key.revokedAt) throw refused('This key was revoked.')
  if (key.expiresAt && key.expiresAt.getTime() <= Date.now()) throw refused('This key has expired.')
  return holder
}

function refused(message: string): AppError {
  return new AppError('UNAUTHENTICATED', { message, suggestedAction: 'Send a valid API key.' })
}

async function rememberUse(db: Database, { id, lastUsedAt }: PresentedKey): Promise<void> {
  const now = new Date()
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < TOUCH_MS) return
  await touchApiKey(db, id, now)
}
