/** See docs/spec/product.md §3 for who may make which move. */

export type VersionState =
  | 'DRAFT'
  | 'IN_REVIEW'
  | 'CHANGES_REQUESTED'
  | 'REJECTED'
  | 'PUBLISHED'
  | 'DEPRECATED'
  | 'YANKED'

export const STATE_LABELS = {
  DRAFT: 'Draft',
  IN_REVIEW: 'In review',
  CHANGES_REQUESTED: 'Changes requested',
  REJECTED: 'Rejected',
  PUBLISHED: 'Published',
  DEPRECATED: 'Deprecated',
  YANKED: 'Yanked',
} as const satisfies Record<VersionState, string>

type Move = {
  from: readonly VersionState[]
  to: VersionState
  by: 'publisher' | 'admin' | 'either'
  verb: string
}

// biome-ignore format: table
export const MOVES = {
  submit:      { from: ['DRAFT', 'CHANGES_REQUESTED'],   to: 'IN_REVIEW',     by: 'publisher', verb: 'submitted' },
  // Skips human review, never the checks.
  publish:     { from: ['DRAFT', 'CHANGES_REQUESTED'],   to: 'PUBLISHED',     by: 'publisher', verb: 'published' },
  withdraw:    { from: ['IN_REVIEW'],                to: 'DRAFT',         by: 'publisher', verb: 'withdrawn' },
  approve:     { from: ['IN_REVIEW'],                to: 'PUBLISHED',     by: 'admin',     verb: 'approved' },
  ask_changes: { from: ['IN_REVIEW'],                to: 'CHANGES_REQUESTED', by: 'admin',     verb: 'sent back' },
  reject:      { from: ['IN_REVIEW'],                to: 'REJECTED',      by: 'admin',     verb: 'rejected' },
  deprecate:   { from: ['PUBLISHED'],                to: 'DEPRECATED',    by: 'either',    verb: 'deprecated' },
  // Callers may have pinned it, so it is never edited or deleted.
  yank:        { from: ['PUBLISHED', 'DEPRECATED'],  to: 'YANKED',        by: 'either',    verb: 'yanked' },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof MOVES

export const LIVE_STATES = ['PUBLISHED', 'DEPRECATED'] as const satisfies VersionState[]

export function moveError(move: MoveName, state: VersionState): string | undefined {
  const { from, verb }: Move = MOVES[move]
  if (from.includes(state)) return undefined
  const wanted = from.map((each) => STATE_LABELS[each].toLowerCase()).join(' or ')
  return `Only a version that is ${wanted} can be ${verb}; this one is ${STATE_LABELS[state].toLowerCase()}.`
}

type Deprecated = { number: string; notice: string | null; at: Date | null }

/** States when and why. Days are UTC. */
export function deprecationText({ number, notice, at }: Deprecated, now: Date = new Date()): string {
  const reason = notice ?? 'Its publisher recommends another version.'
  const isAnnounced = at !== null && at > now
  const when =
    at === null
      ? 'is deprecated'
      : isAnnounced
        ? `will be deprecated on ${dayOf(at)}`
        : `has been deprecated since ${dayOf(at)}`
  return `Version ${number} ${when}: ${/[.!?]$/.test(reason) ? reason : `${reason}.`} It keeps working until it is taken down.`
}

export function deprecationLabel(at: Date | null, now: Date = new Date()): string {
  if (at === null || at <= now) return 'Deprecated'
  const year = at.getUTCFullYear() === now.getUTCFullYear() ? undefined : 'numeric'
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year, timeZone: 'UTC' })
  return `Deprecated from ${day.format(at)}`
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

type Noticed = {
  number: string
  state: VersionState
  deprecationNotice: string | null
  deprecatedAt: Date | null
}

/** Announces a deprecation, and `waiting`: a better version that needs consent. */
export function versionNotices(version: Noticed, waiting?: string): string[] {
  const { number, state, deprecationNotice: notice, deprecatedAt: at } = version
  return [
    ...(state === 'DEPRECATED' ? [deprecationText({ number, notice, at })] : []),
    ...(waiting === undefined
      ? []
      : [`Version ${waiting} needs your consent: it may do more than your organisation agreed to.`]),
  ]
}
