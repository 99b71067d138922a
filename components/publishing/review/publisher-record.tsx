import { plural } from '#lib/kernel/text/plural.ts'
import type { PublisherRecord } from '#lib/publishing/review/review-views.ts'

type PublisherRecordFactsProps = {
  record: PublisherRecord
  publisher?: string
  className?: string
}

export function PublisherRecordFacts({ record, publisher, className }: PublisherRecordFactsProps) {
  const { submissions, approved, changesRequested, rejected, recalled, runs30d, succeeded30d } = record
  const failed = runs30d === 0 ? null : Math.round(((runs30d - succeeded30d) / runs30d) * 100)
  const parts = [
    plural(submissions, 'submission'),
    `${approved} approved`,
    changesRequested > 0 && `${changesRequested} sent back`,
    `${rejected} rejected`,
    `${recalled} taken down`,
    failed === null ? 'no runs in 30 days' : `${failed}% of ${plural(runs30d, 'run')} failed in 30 days`,
  ]
  const line = parts.filter(Boolean).join(' · ')
  return <p className={className}>{publisher ? `${publisher} so far: ${line}` : line}</p>
}
