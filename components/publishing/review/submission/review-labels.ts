import type { Change } from '#lib/contracts/changes/changes.ts'
import type { Bump } from '#lib/contracts/versions/version-number.ts'
import type { VersionState } from '#lib/contracts/versions/version-states.ts'
import type { ChangeSize, DecisionKind } from '#lib/publishing/review/review-views.ts'
import type { BadgeVariant } from '../../../ui/badge.tsx'

// biome-ignore format: table
export const DECISION_LABELS = {
  APPROVED:      { label: 'Approved',      verb: 'approved it',       variant: 'success' },
  CHANGES_REQUESTED: { label: 'Changes requested', verb: 'requested changes', variant: 'warning' },
  REJECTED:      { label: 'Rejected',      verb: 'rejected it',       variant: 'destructive' },
  WITHDRAWN:     { label: 'Withdrawn',     verb: 'withdrew it',       variant: 'neutral' },
} as const satisfies Record<DecisionKind, { label: string; verb: string; variant: BadgeVariant }>

// biome-ignore format: table
export const STATE_VARIANTS = {
  DRAFT:         'neutral',
  IN_REVIEW:     'info',
  CHANGES_REQUESTED: 'warning',
  REJECTED:      'destructive',
  PUBLISHED:     'success',
  DEPRECATED:    'warning',
  YANKED:        'destructive',
} as const satisfies Record<VersionState, BadgeVariant>

export const CHANGE_AREA_LABELS = {
  permissions: 'Permissions',
  config: 'Configuration',
  skills: 'Skills',
  schema: 'Inputs and outputs',
  code: 'Code',
  text: 'Texts',
} as const satisfies Record<Change['area'], string>

export const BUMP_LABELS = {
  major: 'a major version',
  minor: 'a minor version',
  patch: 'a patch',
  none: 'no new version',
} as const satisfies Record<Bump, string>

const ORDINAL_RULES = new Intl.PluralRules('en', { type: 'ordinal' })

const ORDINAL_ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

export function formatOrdinal(number: number): string {
  return `${number}${ORDINAL_ENDINGS[ORDINAL_RULES.select(number)]}`
}

export function formatChangedLines({ linesAdded, linesRemoved }: ChangeSize): string {
  if (linesAdded + linesRemoved === 0) return 'no code changes'
  const parts = [linesAdded > 0 && `+${linesAdded}`, linesRemoved > 0 && `−${linesRemoved}`].filter(Boolean)
  return `${parts.join(' ')} ${linesAdded + linesRemoved === 1 ? 'line' : 'lines'} of code`
}
