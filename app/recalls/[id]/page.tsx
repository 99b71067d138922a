import type { Metadata } from 'next'
import { OwnRecallSections } from '#components/publishing/recalls/own-recall.tsx'
import { ProgressFacts, Statement } from '#components/publishing/recalls/statement.tsx'
import { AppealButton } from '#components/publishing/review/appeals/appeal-button.tsx'
import { Page } from '#components/shell/page.tsx'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getRecallPage } from '#lib/publishing/recalls/recall-views.ts'
import { findAppealState } from '#lib/publishing/review/appeals/appeals.ts'
import { openAppeal } from '../../review/appeals/actions.ts'
import { undoOperations } from '../../vault/actions.ts'
import { rotateSecret } from '../actions.ts'

export const metadata: Metadata = { title: 'Recall' }

type Props = { params: Promise<{ id: string }> }

export default async function RecallPage({ params }: Props) {
  const { id } = await params
  const ctx = await contextFromCookie()
  const { recall, own, organisation, forPublisher } = await orNotFound(getRecallPage(ctx, id))
  const subject = `${recall.title} ${recall.numbers.join(', ')}`
  return (
    <Page
      width="reading"
      title={recall.retracted ? `The recall of ${subject} was retracted` : `${subject} was recalled`}
      description={
        recall.retracted
          ? 'It was an error. Below is what the recall found for your organisation.'
          : `${recall.numbers.length === 1 ? 'This version does' : 'These versions do'} not run any more, on any channel.`
      }
    >
      <Statement recall={recall} />
      {forPublisher && (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="font-semibold text-lg tracking-tight">For the publisher</h2>
          <p className="text-muted-foreground text-sm">
            Organisations that used these versions are told by this site. Their names stay with this site.
          </p>
          <ProgressFacts progress={forPublisher} />
          <AppealButton
            title={subject}
            state={await findAppealState(ctx, { kind: 'recall', subjectId: id })}
            open={openAppeal.bind(null, 'recall', id)}
          />
        </section>
      )}
      {own && organisation ? (
        <OwnRecallSections
          own={own}
          recallId={recall.id}
          organisation={organisation}
          rotate={rotateSecret}
          undo={undoOperations}
        />
      ) : (
        organisation && (
          <p className="text-muted-foreground text-sm">
            {organisation.name} has not been found to have used these versions.
          </p>
        )
      )}
    </Page>
  )
}
