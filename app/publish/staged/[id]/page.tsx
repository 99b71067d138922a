import type { Metadata } from 'next'
import { ChangeList } from '#components/contracts/change-list.tsx'
import { ProvenanceLine } from '#components/contracts/provenance-line.tsx'
import { EndedStaged } from '#components/publishing/publish/ended-staged.tsx'
import { PublishersOnly } from '#components/publishing/publish/read-only-draft.tsx'
import { StagedContents } from '#components/publishing/publish/staged-contents.tsx'
import { StagedDecision } from '#components/publishing/publish/staged-decision.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { Time } from '#components/ui/time.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { capitalise } from '#lib/kernel/text/format.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getStagedEnd, getStagedSubmission } from '#lib/publishing/from-ci/staged-submissions.ts'
import { formatProgram } from '#lib/publishing/model/draft-program.ts'
import { discardBuild, submitBuild } from '../../trust-actions.ts'

export const metadata: Metadata = { title: 'Staged version' }

const MAX_NAMED = 10

function formatLost(lost: readonly string[]): string {
  const named = lost.slice(0, MAX_NAMED)
  const rest = lost.length - named.length
  return named.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

type Props = { params: Promise<{ id: string }> }

export default async function StagedSubmissionPage({ params }: Props) {
  const ctx = await contextFromCookie('studio')
  const asked = (await params).id
  const end = await orNotFound(getStagedEnd(ctx, asked))
  if (end) return <EndedStaged end={end} />
  const staged = await orNotFound(getStagedSubmission(ctx, asked))
  const {
    id,
    skillSetId,
    name,
    title,
    number,
    note,
    origin,
    stagedAtMs,
    base,
    changes,
    contents,
    draft,
    release,
    canSubmit,
  } = staged
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.publishSkillSet(skillSetId)}>{name}</BackLink>}
      title={`${title} ${number}`}
      description={
        <>
          Staged <Time at={stagedAtMs} />. The build waits for an owner or admin to submit it.
        </>
      }
    >
      <SectionCard id="origin" title="Origin" className="grid grid-cols-1 gap-3">
        {origin.kind === 'ci' ? (
          <ProvenanceLine provenance={origin.provenance} />
        ) : (
          <p className="text-sm [overflow-wrap:anywhere]">
            {`${capitalise(formatProgram(origin.program))} staged it for ${origin.by}, with the API key “${origin.program.keyName}”.`}
          </p>
        )}
        {note && <p className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{note}</p>}
      </SectionCard>
      <SectionCard id="changes" title={base ? `Changes since ${base}` : 'Changes'}>
        {changes.length > 0 ? (
          <ChangeList changes={changes} />
        ) : (
          <p className="text-muted-foreground text-sm">
            {base ? 'No detected changes.' : 'This is the first version. Read below what it holds.'}
          </p>
        )}
      </SectionCard>
      <StagedContents contents={contents} title={title} isFirst={base === null} />
      <SectionCard
        id="decision"
        title="Submit it?"
        description="What you submit is exactly what stands here, however the draft changes. Checks and examples run first. Then the build goes to review like any other submission."
        className="grid grid-cols-1 gap-4"
      >
        {draft && (
          <Alert variant="warning">
            This replaces the draft in the studio, which was last edited <Time at={draft.editedAtMs} />.
            {draft.lost.length > 0 &&
              ` The draft has what this build lacks, and which submitting deletes: ${formatLost(draft.lost)}. To keep it, discard the build, and add it to the folder.`}
          </Alert>
        )}
        {canSubmit ? (
          <StagedDecision
            release={release}
            submit={submitBuild.bind(null, id, draft?.revision ?? null)}
            discard={discardBuild.bind(null, id)}
            name={`${title} ${number}`}
          />
        ) : (
          <PublishersOnly />
        )}
      </SectionCard>
    </Page>
  )
}
