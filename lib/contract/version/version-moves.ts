/**
 * The life of a version: which moves exist, from where, to where, and who may make them.
 *
 * Ground. Read by the services that move versions and by the buttons that offer to.
 * Source: specification "Product", Life of a version; "Contracts" §6.
 */

export type VersionState =
  | 'DRAFT'
  | 'IN_REVIEW'
  | 'CHANGES_ASKED'
  | 'REJECTED'
  | 'PUBLISHED'
  | 'DEPRECATED'
  | 'YANKED'

export const STATE_LABELS = {
  DRAFT: 'Draft',
  IN_REVIEW: 'In review',
  CHANGES_ASKED: 'Changes asked',
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

// biome-ignore format: a table reads in rows
export const MOVES = {
  submit:      { from: ['DRAFT', 'CHANGES_ASKED'],   to: 'IN_REVIEW',     by: 'publisher', verb: 'submitted' },
  // A private SkillSet skips human review, never the automatic checks.
  publish:     { from: ['DRAFT', 'CHANGES_ASKED'],   to: 'PUBLISHED',     by: 'publisher', verb: 'published' },
  withdraw:    { from: ['IN_REVIEW'],                to: 'DRAFT',         by: 'publisher', verb: 'withdrawn' },
  approve:     { from: ['IN_REVIEW'],                to: 'PUBLISHED',     by: 'admin',     verb: 'approved' },
  ask_changes: { from: ['IN_REVIEW'],                to: 'CHANGES_ASKED', by: 'admin',     verb: 'sent back' },
  reject:      { from: ['IN_REVIEW'],                to: 'REJECTED',      by: 'admin',     verb: 'rejected' },
  deprecate:   { from: ['PUBLISHED'],                to: 'DEPRECATED',    by: 'either',    verb: 'deprecated' },
  // A published version is never edited and never deleted: callers may have pinned it.
  yank:        { from: ['PUBLISHED', 'DEPRECATED'],  to: 'YANKED',        by: 'either',    verb: 'yanked' },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof MOVES

/** Versions that can be run, installed and pinned. */
export const LIVE_STATES = ['PUBLISHED', 'DEPRECATED'] as const satisfies VersionState[]

/** Why `move` is not possible now, as a tooltip says it; undefined when it is. */
export function whyNotMove(move: MoveName, state: VersionState): string | undefined {
  const { from, verb }: Move = MOVES[move]
  if (from.includes(state)) return undefined
  const wanted = from.map((each) => STATE_LABELS[each].toLowerCase()).join(' or ')
  return `Only a version that is ${wanted} can be ${verb}; this one is ${STATE_LABELS[state].toLowerCase()}.`
}
