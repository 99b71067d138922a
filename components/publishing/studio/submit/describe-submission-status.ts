import type { SubmissionStatus } from '#lib/publishing/review/review-views.ts'

export function describeSubmissionStatus({
  state,
  queuePosition,
}: Pick<SubmissionStatus, 'state' | 'queuePosition'>): string {
  if (state === 'IN_REVIEW' && queuePosition) return `${queueText(queuePosition)}.`
  switch (state) {
    case 'CHANGES_REQUESTED':
      return 'An admin requested changes. Fix the draft and resubmit the same version number.'
    case 'REJECTED':
      return 'It was rejected, and its version number cannot be used again. You can continue with the draft under another number.'
    case 'PUBLISHED':
      return 'It was published.'
    case 'DRAFT':
      return 'It was withdrawn.'
    default:
      return ''
  }
}

export function queueText({ position, of }: NonNullable<SubmissionStatus['queuePosition']>): string {
  if (position === 1) return of === 1 ? 'Next in the queue' : `Next in the queue of ${of}`
  return `${ordinal(position)} of ${of} in the queue`
}

const RULES = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

function ordinal(number: number): string {
  return `${number}${ENDINGS[RULES.select(number)]}`
}
