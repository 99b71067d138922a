import type { SubmissionStatus } from '#lib/publishing/review/review-views.ts'
import { formatOrdinal } from '../../review/submission/review-labels.ts'

export function describeSubmissionStatus({
  state,
  queuePosition,
}: Pick<SubmissionStatus, 'state' | 'queuePosition'>): string {
  if (state === 'IN_REVIEW' && queuePosition) return `${queueText(queuePosition)}.`
  switch (state) {
    case 'CHANGES_REQUESTED':
      return 'An admin requested changes. Fix the draft and resubmit the same version number.'
    case 'REJECTED':
      return 'This version was rejected, and its number cannot be used again. You can continue with the draft under another number.'
    case 'PUBLISHED':
      return 'This version was published.'
    case 'DRAFT':
      return 'This version was withdrawn.'
    default:
      return ''
  }
}

export function queueText({ position, of }: NonNullable<SubmissionStatus['queuePosition']>): string {
  if (position === 1) return of === 1 ? 'Next in the queue' : `Next in the queue of ${of}`
  return `${formatOrdinal(position)} of ${of} in the queue`
}
