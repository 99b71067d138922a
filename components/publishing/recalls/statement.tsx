import { RECALL_CLASSES } from '#lib/contracts/versions/withdrawal.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { RecallProgress, RecallStatement } from '#lib/publishing/recalls/recall-views.ts'
import { Alert } from '../../ui/alert.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

/** The public statement of reasons. */
export function Statement({ recall }: { recall: RecallStatement }) {
  const { recallClass, reason, replacement, windowFromMs, windowToMs, href, skillSet } = recall
  const { label, description } = RECALL_CLASSES[recallClass]
  const { retracted } = recall
  return (
    <>
      {retracted && (
        <Alert variant="info" title="This recall was an error and has been retracted">
          <p className="whitespace-pre-line">{retracted.reason}</p>
          <p className="pt-2">
            Retracted <Time at={retracted.atMs} />. {recall.restored} Money that was returned stays returned.
            What the recall said is below.
          </p>
        </Alert>
      )}
      <Alert variant={retracted ? 'info' : 'destructive'} title={`${label}: ${description}`}>
        <p className="whitespace-pre-line">{reason}</p>
        <p className="pt-2">
          {retracted && 'It was about '}
          <TextLink href={href}>{skillSet}</TextLink>
          {retracted
            ? ` ${recall.numbers.join(', ')}.`
            : replacement
              ? `: use version ${replacement} instead.`
              : ' has no replacement.'}
          {windowFromMs !== null && (
            <>
              {' '}
              Runs from <Time at={windowFromMs} /> on are affected.
            </>
          )}
          {windowToMs !== null && (
            <>
              {' '}
              Runs until <Time at={windowToMs} /> are affected.
            </>
          )}
        </p>
      </Alert>
    </>
  )
}

/** How far the recall has got, without names. */
export function ProgressFacts({ progress }: { progress: RecallProgress }) {
  const { reached, told, opened, toRotate, rotated, refundedRuns, refunded, isGathered } = progress
  return (
    <Facts
      facts={[
        {
          label: 'Reached',
          value: reached,
          note: isGathered ? (reached === 1 ? 'organisation' : 'organisations') : 'still counting',
        },
        { label: 'Told', value: told },
        { label: 'Opened', value: opened },
        { label: 'Rotated', value: `${rotated} of ${toRotate}`, note: 'that have secrets to rotate' },
        { label: 'Refunded', value: `${refunded} USDC`, note: `for ${plural(refundedRuns, 'run')}` },
      ]}
    />
  )
}
