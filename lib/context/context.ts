/**
 * Only `lib/protocols/session` creates contexts, so no service can be called without authentication. Services authorise in their
 * first lines.
 */
import type { KeyScope } from '../auth/model/key-scopes.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError, missingScope } from '../kernel/errors.ts'
import type { RunChannel } from '../runs/model/run-channels.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

export type Viewer = {
  userId: string
  email: string
  name: string
  role: 'USER' | 'ADMIN'
  organisationId: string
  organisationName: string
  organisationRole: 'OWNER' | 'ADMIN' | 'MEMBER'
}

export type Context = {
  viewer: Viewer | null
  db: Database
  sandbox: Sandbox
  /** Recorded with each run. */
  channel: RunChannel
  /** A browser session is valid while the user's record has the same number. */
  sessionVersion?: number
  /** Sign-out revokes it. */
  sessionId?: string
  /** True for an admin without the second factor that admins need. */
  isFactorMissing?: true
  /** A key is limited to one organisation. */
  keyId?: string
  keyGrant?: KeyGrant
  /** The program that calls with the key, as it calls itself: the client of MCP, or the User-Agent. */
  program?: string | undefined
  admission?: Admission
  /** The organisations whose private data may be read; see `withinOf`. */
  withinIds?: readonly string[]
}

/** Data read in the statement that admitted the key. */
type Admission = {
  /** Milliseconds by this process's clock, before the statement. */
  at: number
  /** How long the organisation stores inputs and outputs of runs; null for ever. */
  retentionDays: number | null
  /** The client has ended its session of the key. */
  isMcpSessionEnded: boolean
}

/** What a key may call. */
type KeyReach = {
  /** "publisher.skillset" each; empty for all. */
  skillSets: readonly string[]
  /** "publisher.skillset.skill" each; empty for all. */
  skills?: readonly string[]
}

export type KeyGrant = KeyReach & {
  scopes: readonly KeyScope[]
  /** The keys that it was minted from, the first one first, with what each may call. */
  ancestors?: readonly ({ id: string } & KeyReach)[]
  expiresAt?: Date | null
  /** True if its calls count against a budget: its own, or that of a key it was minted from. */
  isBudgeted?: boolean
  /** Null if the key has none. */
  toolset?: BoundToolset | null
  /** Per day; null for no cap. */
  dailyCapMicros: bigint | null
}

type BoundToolset = { id: string; slug: string; skillNames: readonly string[] }

/** "publisher.skillset" or "vault", optionally a skill or tool ("vault.readFile"). */
export type SkillScope = { skillSet: string; skill?: string | undefined }

/** Without `skill`, checks a whole SkillSet. True for people. */
export function isWithinKey(
  { keyGrant }: Pick<Context, 'keyGrant'>,
  { skillSet, skill }: SkillScope,
): boolean {
  if (!keyGrant) return true
  const { toolset, ancestors = [] } = keyGrant
  const isOfToolset = !toolset || (skill !== undefined && toolset.skillNames.includes(skill))
  return isOfToolset && [keyGrant, ...ancestors].every((reach) => isWithinReach(reach, { skillSet, skill }))
}

function isWithinReach({ skillSets, skills = [] }: KeyReach, { skillSet, skill }: SkillScope): boolean {
  if (skillSets.length > 0 && !skillSets.includes(skillSet)) return false
  return skills.length === 0 || (skill !== undefined && skills.includes(skill))
}

export function isLimitedKey({ keyGrant }: Pick<Context, 'keyGrant'>): boolean {
  if (!keyGrant) return false
  const { toolset, ancestors = [] } = keyGrant
  const isLimited = ({ skillSets, skills = [] }: KeyReach) => skillSets.length + skills.length > 0
  return Boolean(toolset) || [keyGrant, ...ancestors].some(isLimited)
}

/** True for runs that the key started or may start, and for people. */
export function isRunWithinKey(
  ctx: Pick<Context, 'keyId' | 'keyGrant'>,
  { keyId, skillName }: { keyId: string | null; skillName: string },
): boolean {
  if (!isLimitedKey(ctx) || (keyId !== null && keyId === ctx.keyId)) return true
  const skillSet = skillName.slice(0, Math.max(0, skillName.lastIndexOf('.')))
  return isWithinKey(ctx, { skillSet, skill: skillName })
}

/** Returns undefined for all of the person's. */
export function accessibleOrganisationIds({
  keyId,
  viewer,
  withinIds,
}: Context): readonly string[] | undefined {
  if (withinIds) return withinIds
  return keyId === undefined || !viewer ? undefined : [viewer.organisationId]
}

const ADMISSION_MS = 1_000

/** Returns undefined if it is too old, or without a key. */
export function freshAdmission({ admission }: Pick<Context, 'admission'>): Admission | undefined {
  return admission && Date.now() - admission.at < ADMISSION_MS ? admission : undefined
}

/** Threads are scheduled fairly by owner; visitors share one. */
export function workOwner({ viewer }: Context): string {
  return viewer?.organisationId ?? 'visitors'
}

export function requireViewer(ctx: Context): Viewer {
  if (!ctx.viewer) throw new AppError('UNAUTHENTICATED')
  return ctx.viewer
}

export function requireAdmin(ctx: Context): Viewer {
  const viewer = requireViewer(ctx)
  if (viewer.role !== 'ADMIN') throw new AppError('POLICY_DENIED', { message: 'Only admins can do this.' })
  return viewer
}

export function requireOrganisationAdmin(ctx: Context): Viewer {
  const viewer = requireViewer(ctx)
  if (viewer.organisationRole === 'MEMBER') {
    throw new AppError('POLICY_DENIED', {
      message: `Only owners and admins of ${viewer.organisationName} can do this.`,
    })
  }
  return viewer
}

/** Throws POLICY_DENIED for keys: only a person can consent. */
export function requirePerson({ keyId, keyGrant }: Pick<Context, 'keyId' | 'keyGrant'>): void {
  if (keyId === undefined && keyGrant === undefined) return
  throw new AppError('POLICY_DENIED', {
    message: 'An API key cannot agree to this. Sign in and agree on the page itself.',
  })
}

/** Throws POLICY_DENIED. A key bound to a toolset never includes a whole SkillSet. */
export function requireSkillSet(ctx: Pick<Context, 'keyGrant'>, skillSet: string, skill?: string): void {
  if (isWithinKey(ctx, { skillSet, skill })) return
  const { skillSets = [], skills = [], toolset } = ctx.keyGrant ?? {}
  const limit = toolset ? `the toolset ${toolset.slug}` : [...skillSets, ...skills].join(', ')
  const isOneSkill = skill && (toolset || skills.length > 0)
  throw new AppError('POLICY_DENIED', {
    message: `This key cannot use ${isOneSkill ? skill : skillSet}. It is limited to ${limit}.`,
    suggestedAction: toolset
      ? 'Add the skill to the toolset under Settings → Toolsets, or use another key.'
      : 'Create a key that allows this SkillSet.',
  })
}

/** Throws POLICY_DENIED if a key has none. */
export function requireScope({ keyGrant }: Pick<Context, 'keyGrant'>, ...scopes: readonly KeyScope[]): void {
  if (!keyGrant || scopes.some((scope) => keyGrant.scopes.includes(scope))) return
  throw new AppError('POLICY_DENIED', {
    message: `This key lacks the scope ${scopes.map((scope) => `“${scope}”`).join(' or ')}.`,
    issues: [missingScope(scopes)],
    suggestedAction: 'Create a key with that scope.',
  })
}
