/**
 * The Context: who is calling, and the storage and sandbox they may use.
 *
 * Floor 3's first argument. Only `lib/session` makes one, so a service cannot be reached without an answer
 * to "who is calling?". Authorisation stands in the first lines of each service.
 */
import type { KeyScope } from './contract/market/key-scopes.ts'
import type { Database } from './db/client.ts'
import { AppError } from './errors.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

export type Viewer = {
  userId: string
  email: string
  name: string
  role: 'USER' | 'ADMIN'
  /** The organisation acted for: membership was checked when the Context was made. */
  organisationId: string
  organisationName: string
  organisationRole: 'OWNER' | 'ADMIN' | 'MEMBER'
}

export type Context = {
  /** Null for visitors. */
  viewer: Viewer | null
  db: Database
  sandbox: Sandbox
  /** Which door the call came through, for the run's record. */
  door: 'form' | 'studio' | 'review' | 'rest' | 'rpc' | 'mcp' | 'code' | 'cli' | 'plan' | 'system'
  /** Present when a session in a browser stands for the viewer: it counts for as long as the person's has this number. */
  sessionVersion?: number
  /** Present when an API key stands for the viewer: it opens one organisation's things, not all of its maker's. */
  keyId?: string
  /** What that key allows. */
  keyGrant?: KeyGrant
}

/** Where the hands of a key are bound; people's are not. */
export type KeyGrant = {
  scopes: readonly KeyScope[]
  /** "publisher.skillset" of those it may run; empty for all. */
  skillSets: readonly string[]
  /** Micro-USDC that it may spend in a day; null for no cap of its own. */
  dailyCapMicros: bigint | null
}

/** The person calling. Throws UNAUTHENTICATED for visitors. */
export function requireViewer(ctx: Context): Viewer {
  if (!ctx.viewer) throw new AppError('UNAUTHENTICATED')
  return ctx.viewer
}

/** The admin calling. Throws UNAUTHENTICATED for visitors, POLICY_DENIED for everyone else. */
export function requireAdmin(ctx: Context): Viewer {
  const viewer = requireViewer(ctx)
  if (viewer.role !== 'ADMIN') throw new AppError('POLICY_DENIED', { message: 'Only admins can do this.' })
  return viewer
}

/** A member who may change the organisation's things. Throws POLICY_DENIED for plain members. */
export function requireOrganisationAdmin(ctx: Context): Viewer {
  const viewer = requireViewer(ctx)
  if (viewer.organisationRole === 'MEMBER') {
    throw new AppError('POLICY_DENIED', {
      message: `Only owners and admins of ${viewer.organisationName} can do this.`,
    })
  }
  return viewer
}

/** Passes for people only: what has to be read before it is agreed to, no key agrees to. Throws POLICY_DENIED. */
export function requirePerson({ keyId, keyGrant }: Pick<Context, 'keyId' | 'keyGrant'>): void {
  if (keyId === undefined && keyGrant === undefined) return
  throw new AppError('POLICY_DENIED', { message: 'Only a person can agree to this, signed in at its page.' })
}

/** Passes for people, and for a key that may run this SkillSet. Throws POLICY_DENIED, naming those it may run. */
export function requireSkillSet({ keyGrant }: Pick<Context, 'keyGrant'>, skillSet: string): void {
  const allowed = keyGrant?.skillSets ?? []
  if (allowed.length === 0 || allowed.includes(skillSet)) return
  throw new AppError('POLICY_DENIED', {
    message: `This key may not use ${skillSet}: it is for ${allowed.join(', ')} only.`,
    suggestedAction: 'Make a key that allows this SkillSet.',
  })
}

/** Passes for people, and for a key with one of `scopes`. Throws POLICY_DENIED, naming what the key lacks. */
export function requireScope({ keyGrant }: Pick<Context, 'keyGrant'>, ...scopes: readonly KeyScope[]): void {
  if (!keyGrant || scopes.some((scope) => keyGrant.scopes.includes(scope))) return
  throw new AppError('POLICY_DENIED', {
    message: `This key may not do this: it lacks the scope ${scopes.map((scope) => `“${scope}”`).join(' or ')}.`,
    suggestedAction: 'Make a key with that scope.',
  })
}
