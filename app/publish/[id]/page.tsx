import type { Metadata } from 'next'
import { cache, Suspense } from 'react'
import { NoDraftPage } from '#components/publishing/publish/no-draft-page.tsx'
import { ReadOnlyDraft } from '#components/publishing/publish/read-only-draft.tsx'
import { RestrictionNotice } from '#components/publishing/review/versions/restriction-notice.tsx'
import { Studio } from '#components/publishing/studio/studio.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { PageSkeleton } from '#components/shell/page-skeleton.tsx'
import { getPlannerName } from '#lib/plans/planner/planner-settings.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getDraft, getDraftTitle } from '#lib/publishing/drafts/get-draft.ts'
import { followSubmission } from '#lib/publishing/review/read/get-review-queue.ts'
import { commentOnSubmission, withdrawSubmission } from '../../review/[id]/actions.ts'
import { startNewVersion } from '../actions.ts'
import {
  answerSecret,
  changeHiddenAdvice,
  checkDraft,
  deleteDraft,
  deleteSkillSet,
  lendTestSettings,
  listTestChoices,
  loadDraft,
  readChecklist,
  readDraftBeforeProgram,
  readPublishedDocument,
  readTestSettings,
  readUpload,
  resolvePackages,
  saveDraft,
  saveTestSettings,
  searchPackages,
  shareTestSettings,
  startTestRun,
  submitDraft,
  suggestEdit,
  tryDraftMigrations,
} from './actions.ts'
import {
  deleteRecording,
  downloadRecording,
  keepRecording,
  listRecordings,
  readRecording,
  recordExample,
} from './recording-actions.ts'
import { sendDraft } from './send-draft.ts'

type Props = { params: Promise<{ id: string }> }

const readTitle = cache(async (id: string) =>
  orNotFound(getDraftTitle(await contextFromCookie('studio'), id)),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${await readTitle((await params).id)} · Studio` }
}

/** Reads the title before it renders, so that a refusal can still set the status code. */
export default async function StudioPage({ params }: Props) {
  const { id } = await params
  const title = await readTitle(id)
  return (
    <Suspense fallback={<Waiting title={title} />}>
      <OpenStudio id={id} />
    </Suspense>
  )
}

function Waiting({ title }: { title: string }) {
  return (
    <PageContent width="full">
      <PageSkeleton title={title} />
    </PageContent>
  )
}

async function OpenStudio({ id }: { id: string }) {
  const ctx = await contextFromCookie('studio')
  const [page, followed] = await orNotFound(Promise.all([getDraft(ctx, id), followSubmission(ctx, id)]))
  if (!page.canEdit) return <ReadOnlyDraft page={page} />
  if (!page.draft) return <NoDraftPage page={page} startVersion={startNewVersion.bind(null, id)} />

  const { skillSetId, viewerId, publisher, versions, latest, release, providers, categories, hiddenAdvice } =
    page
  return (
    <PageContent width="full" className="pt-0 sm:pt-0">
      {page.restriction && (
        <div className="pt-4">
          <RestrictionNotice restriction={page.restriction} />
        </div>
      )}
      <Studio
        data={{
          ...{
            skillSetId,
            viewerId,
            publisher,
            versions,
            latest,
            release,
            providers,
            categories,
            hiddenAdvice,
            ...followed,
          },
          draft: sendDraft(page),
          assistant: getPlannerName(),
        }}
        actions={{
          save: saveDraft.bind(null, id),
          load: loadDraft.bind(null, id),
          readUpload: readUpload.bind(null, id),
          readPublished: readPublishedDocument.bind(null, id),
          readBeforeProgram: readDraftBeforeProgram.bind(null, id),
          run: startTestRun.bind(null, id),
          listChoices: listTestChoices.bind(null, id),
          readChecklist: readChecklist.bind(null, id),
          check: checkDraft.bind(null, id),
          readTestSettings: readTestSettings.bind(null, id),
          saveTestSettings: saveTestSettings.bind(null, id),
          shareTestSettings: shareTestSettings.bind(null, id),
          lendTestSettings: lendTestSettings.bind(null, id),
          changeHiddenAdvice: changeHiddenAdvice.bind(null, id),
          resolvePackages: resolvePackages.bind(null, id),
          searchPackages: searchPackages.bind(null, id),
          suggest: suggestEdit.bind(null, id),
          recordings: {
            list: listRecordings.bind(null, id),
            record: recordExample.bind(null, id),
            read: readRecording.bind(null, id),
            download: downloadRecording.bind(null, id),
            keep: keepRecording.bind(null, id),
            remove: deleteRecording.bind(null, id),
          },
          answerSecret: answerSecret.bind(null, id),
          tryMigrations: tryDraftMigrations.bind(null, id),
          submit: submitDraft.bind(null, id),
          withdraw: withdrawSubmission,
          comment: commentOnSubmission,
          discard: deleteDraft.bind(null, id),
          deleteSkillSet: deleteSkillSet.bind(null, id),
        }}
      />
    </PageContent>
  )
}
