/** The desk's words, as tables: what a state, an area or a decision is called on the page. */
import type { Change } from '#lib/contract/changes/changes.ts'
import type { VersionState } from '#lib/contract/version/version-moves.ts'
import type { Bump } from '#lib/contract/version/version-number.ts'
import type { ChangeSize, DecisionKind } from '#lib/review/views.ts'
import type { BadgeVariant } from '../ui/badge.tsx'

// biome-ignore format: a table reads in rows
export const DECISIONS = {
  APPROVED:      { label: 'Approved',      verb: 'approved it',       variant: 'success' },
  CHANGES_ASKED: { label: 'Changes asked', verb: 'asked for changes', variant: 'warning' },
  REJECTED:      { label: 'Rejected',      verb: 'rejected it',       variant: 'destructive' },
  WITHDRAWN:     { label: 'Withdrawn',     verb: 'withdrew it',       variant: 'neutral' },
} as const satisfies Record<DecisionKind, { label: string; verb: string; variant: BadgeVariant }>

// biome-ignore format: a table reads in rows
export const STATE_VARIANTS = {
  DRAFT:         'neutral',
  IN_REVIEW:     'info',
  CHANGES_ASKED: 'warning',
  REJECTED:      'destructive',
  PUBLISHED:     'success',
  DEPRECATED:    'warning',
  YANKED:        'destructive',
} as const satisfies Record<VersionState, BadgeVariant>

/** In the order a reviewer wants them: what can hurt first. */
export const AREAS = {
  permissions: 'Permissions',
  config: 'Configuration',
  skills: 'Skills',
  schema: 'Inputs and outputs',
  code: 'Code',
  text: 'Words',
} as const satisfies Record<Change['area'], string>

export const BUMP_WORDS = {
  major: 'a major step',
  minor: 'a minor step',
  patch: 'a patch',
  none: 'no step',
} as const satisfies Record<Bump, string>

/** "first", "2nd", "3rd" … */
export function nth(number: number): string {
  if (number === 1) return 'first'
  const tail = number % 100
  const ending = tail > 10 && tail < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

/** "3 changes", "1 change". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** "+12 −3 lines", for a line of the queue. */
export function linesText({ linesAdded, linesRemoved }: ChangeSize): string {
  if (linesAdded + linesRemoved === 0) return 'no line of code'
  const parts = [linesAdded > 0 && `+${linesAdded}`, linesRemoved > 0 && `−${linesRemoved}`].filter(Boolean)
  return `${parts.join(' ')} ${linesAdded + linesRemoved === 1 ? 'line' : 'lines'} of code`
}
