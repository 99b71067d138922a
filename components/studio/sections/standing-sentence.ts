/** Where a submission stands, for its publisher. Pure. */
import type { Standing } from '#lib/review/views.ts'

export function standingSentence({ state, place }: Pick<Standing, 'state' | 'place'>): string {
  if (state === 'IN_REVIEW' && place) return queueSentence(place)
  switch (state) {
    case 'CHANGES_ASKED':
      return 'An admin asked for changes. Mend the draft and submit the same number again.'
    case 'REJECTED':
      return 'It was rejected, and its number is spent. The draft is yours to go on with, under another number.'
    case 'PUBLISHED':
      return 'It is published.'
    case 'DRAFT':
      return 'It was withdrawn.'
    default:
      return ''
  }
}

/** "Next in the queue", "3rd of 7 in the queue". */
export function queueSentence({ position, of }: NonNullable<Standing['place']>): string {
  if (position === 1) return of === 1 ? 'Next in the queue, and the only one.' : `Next in the queue of ${of}.`
  return `${ordinal(position)} of ${of} in the queue.`
}

const RULES = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

function ordinal(number: number): string {
  return `${number}${ENDINGS[RULES.select(number)]}`
}
