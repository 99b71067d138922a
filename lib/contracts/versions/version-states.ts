/** The states of a version, and the moves between them. docs/spec/product.md §3 says who may make which. */

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
  // For private versions: skips the review by an admin, never the checks.
  publish:     { from: ['DRAFT', 'CHANGES_REQUESTED'],   to: 'PUBLISHED',     by: 'publisher', verb: 'published' },
  withdraw:    { from: ['IN_REVIEW'],                to: 'DRAFT',         by: 'publisher', verb: 'withdrawn' },
  approve:     { from: ['IN_REVIEW'],                to: 'PUBLISHED',     by: 'admin',     verb: 'approved' },
  ask_changes: { from: ['IN_REVIEW'],                to: 'CHANGES_REQUESTED', by: 'admin',     verb: 'sent back' },
  reject:      { from: ['IN_REVIEW'],                to: 'REJECTED',      by: 'admin',     verb: 'rejected' },
  // The outcome of an appeal against a rejection.
  overturn:    { from: ['REJECTED'],                 to: 'PUBLISHED',     by: 'admin',     verb: 'published after an appeal' },
  deprecate:   { from: ['PUBLISHED'],                to: 'DEPRECATED',    by: 'either',    verb: 'deprecated' },
  undeprecate: { from: ['DEPRECATED'],               to: 'PUBLISHED',     by: 'either',    verb: 'restored' },
  // A yanked version stays, since callers may have pinned it: it is never edited or deleted.
  yank:        { from: ['PUBLISHED', 'DEPRECATED'],  to: 'YANKED',        by: 'either',    verb: 'yanked' },
  // Takes back a mistake within 72 hours.
  restore:     { from: ['YANKED'],                   to: 'PUBLISHED',     by: 'either',    verb: 'restored' },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof MOVES

export const LIVE_STATES = ['PUBLISHED', 'DEPRECATED'] as const satisfies VersionState[]

/** Whether runs may start on a version in this state: it was published and not taken down. */
export function isLive({ state }: { state: VersionState }): boolean {
  return LIVE_STATES.some((live) => live === state)
}

/** Returns why a version in this state cannot make the move; undefined if it can. */
export function moveError(move: MoveName, state: VersionState): string | undefined {
  const { from, verb }: Move = MOVES[move]
  if (from.includes(state)) return undefined
  const allowed = from.map((each) => STATE_LABELS[each].toLowerCase()).join(' or ')
  return `Only a version that is ${allowed} can be ${verb}; this one is ${STATE_LABELS[state].toLowerCase()}.`
}

type Deprecated = { number: string; notice: string | null; at: Date | null }

/** Returns a sentence with the day (UTC) and the reason of a deprecation. */
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

type NoticedVersion = {
  number: string
  state: VersionState
  deprecationNotice: string | null
  deprecatedAt: Date | null
}

/** Returns what callers should know: a deprecation, and the number of a better version that is `waiting` for consent. */
export function versionNotices(version: NoticedVersion, waiting?: string): string[] {
  const { number, state, deprecationNotice: notice, deprecatedAt: at } = version
  return [
    ...(state === 'DEPRECATED' ? [deprecationText({ number, notice, at })] : []),
    ...(waiting === undefined
      ? []
      : [`Version ${waiting} needs your consent: it may do more than your organisation agreed to.`]),
  ]
}
