import { FINDING_ANSWERS, type FindingAnswerKind } from '#lib/publishing/model/finding-answers.ts'
import type { FindingSeverity } from '#lib/publishing/model/finding-severities.ts'
import type { BadgeVariant } from '../../../ui/badge.tsx'

export const SEVERITY_VARIANTS = {
  high: 'destructive',
  medium: 'warning',
  low: 'neutral',
} as const satisfies Record<FindingSeverity, BadgeVariant>

export const ANSWER_LABELS = {
  fixed: { label: FINDING_ANSWERS.fixed.label, variant: 'success' },
  disputed: { label: FINDING_ANSWERS.disputed.label, variant: 'warning' },
  accepted: { label: FINDING_ANSWERS.accepted.label, variant: 'neutral' },
} as const satisfies Record<FindingAnswerKind, { label: string; variant: BadgeVariant }>
