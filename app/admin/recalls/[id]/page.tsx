import type { Metadata } from 'next'
import { DecideRecall } from '#components/publishing/recalls/decide-recall.tsx'
import { RetractRecall } from '#components/publishing/recalls/retract-recall.tsx'
import { ProgressFacts, Statement } from '#components/publishing/recalls/statement.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getRecallForAdmin } from '#lib/publishing/recalls/recall-views.ts'
import {
  confirmRecall,
  confirmRetraction,
  proposeRetraction,
  withdrawRecall,
  withdrawRetraction,
} from '../actions.ts'

export const metadata: Metadata = { title: 'Recall' }

type Props = { params: Promise<{ id: string }> }

export default async function RecallForAdminPage({ params }: Props) {
  const { id } = await params
  const recall = await orNotFound(getRecallForAdmin(await contextFromCookie('review'), id))
  const subject = `${recall.title} ${recall.numbers.join(', ')}`
  return (
    <Page
      width="reading"
      title={`Recall of ${subject}`}
      description={
        recall.confirmedBy === null
          ? `Proposed by ${recall.proposedBy}.`
          : `Proposed by ${recall.proposedBy}, confirmed by ${recall.confirmedBy}.`
      }
    >
      <Statement recall={recall} />
      {recall.isWithdrawn && (
        <Alert variant="info" title="Withdrawn">
          This proposal was withdrawn. Nothing was recalled.
        </Alert>
      )}
      {recall.progress && (
        <>
          <ProgressFacts progress={recall.progress} />
          <p className="text-muted-foreground text-sm">
            {recall.progress.isDone
              ? 'Everyone has been told.'
              : 'Workers are telling everyone. Reload the page to see how far they are.'}{' '}
            <TextLink href={paths.recall(recall.id)}>What everyone sees</TextLink>
          </p>
        </>
      )}
      {recall.progress && (
        <RetractRecall
          subject={subject}
          retraction={recall.retraction}
          restored={recall.restored}
          propose={proposeRetraction.bind(null, id)}
          confirm={confirmRetraction.bind(null, id)}
          withdraw={withdrawRetraction.bind(null, id)}
        />
      )}
      {!recall.progress && !recall.isWithdrawn && (
        <DecideRecall
          subject={subject}
          {...(recall.confirmError !== undefined && { confirmError: recall.confirmError })}
          confirm={confirmRecall.bind(null, id)}
          withdraw={withdrawRecall.bind(null, id)}
        />
      )}
    </Page>
  )
}
