import { recordAudit } from '../audit/audit-log.ts'
import { listKeysOfUser, revokeKeyOfUser } from '../auth/rows/api-keys.ts'
import { insertRevokedSession } from '../auth/rows/live-access.ts'
import { deleteSession, listSessionRows } from '../auth/rows/session-rows.ts'
import { type Context, requireViewer } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { IdField } from '../kernel/validation/text-fields.ts'
import { sessionEnd } from './sign-in.ts'

export type SessionView = {
  id: string
  device: string
  address: string
  method: string
  sinceMs: number
  lastSeenMs: number
  isThis: boolean
}

/** Returns the last used first. */
export async function listSessions(ctx: Context): Promise<SessionView[]> {
  const { userId } = requireViewer(ctx)
  const rows = await listSessionRows(ctx.db, userId)
  return rows.map(({ id, userAgent, address, method, createdAt, lastSeenAt }) => ({
    id,
    device: deviceName(userAgent),
    address,
    method,
    sinceMs: createdAt.getTime(),
    lastSeenMs: lastSeenAt.getTime(),
    isThis: id === ctx.sessionId,
  }))
}

/** Throws NOT_FOUND, also for another person's session. */
export async function endSession(ctx: Context, given: unknown): Promise<void> {
  const { userId } = requireViewer(ctx)
  const id = parseFields(IdField, given)
  await ctx.db.$transaction(async (tx) => {
    if (!(await deleteSession(tx, { id, userId })))
      throw new AppError('NOT_FOUND', { message: 'This session has already ended.' })
    await insertRevokedSession(tx, id, sessionEnd())
  })
}

export type ConnectionView = {
  id: string
  name: string
  /** Null for a key that the person created. */
  website: string | null
  isApp: boolean
  organisationName: string
  lastUsedMs: number | null
  sinceMs: number
}

/** Returns the person's API keys and connected apps in all their organisations. */
export async function listConnections(ctx: Context): Promise<ConnectionView[]> {
  const { userId } = requireViewer(ctx)
  const rows = await listKeysOfUser(ctx.db, userId)
  return rows.map(({ id, name, organisation, lastUsedAt, createdAt, tokens }) => ({
    id,
    name,
    website: tokens[0]?.client.website ?? null,
    isApp: tokens.length > 0,
    organisationName: organisation.name,
    lastUsedMs: lastUsedAt?.getTime() ?? null,
    sinceMs: createdAt.getTime(),
  }))
}

/** Throws NOT_FOUND, also for another person's connection. */
export async function revokeConnection(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const id = parseFields(IdField, given)
  await ctx.db.$transaction(async (tx) => {
    const name = await revokeKeyOfUser(tx, { id, userId: viewer.userId, at: new Date() })
    if (name === null) throw new AppError('NOT_FOUND', { message: 'This key has already been revoked.' })
    await recordAudit(tx, {
      actor: viewer,
      action: 'key.revoke',
      subjectType: 'key',
      subjectId: id,
      subject: name,
    })
  })
}

// biome-ignore format: table
const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//,       'Edge'],
  [/OPR\/|Opera/,             'Opera'],
  [/SamsungBrowser\//,        'Samsung Internet'],
  [/Firefox\/|FxiOS\//,       'Firefox'],
  [/Chrome\/|CriOS\/|Chromium/, 'Chrome'],
  [/Safari\//,                'Safari'],
]

// biome-ignore format: table
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/,            'iPhone'],
  [/iPad/,              'iPad'],
  [/Android/,           'Android'],
  [/CrOS/,              'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Windows/,           'Windows'],
  [/Linux/,             'Linux'],
]

/** Returns "Firefox on Windows", or whatever the browser claims. */
export function deviceName(userAgent: string): string {
  const nameIn = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (!browser && !system) return 'Unknown device'
  return system ? `${browser ?? 'Browser'} on ${system}` : browser!
}
