import type { Metadata } from 'next'
import { RerunTree } from '#components/runs/rerun-tree.tsx'
import { RunContract, RunReceipt } from '#components/runs/run-facts.tsx'
import { RunPageView } from '#components/runs/run-page-view.tsx'
import { RunChildren } from '#components/runs/run-table.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import { isCallableName } from '#lib/kernel/names/skill-name.ts'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getRunPage } from '#lib/runs/views/get-run.ts'
import { createPlanFromRuns } from '../../plans/actions.ts'
import {
  addExample,
  deleteRunContent,
  revokeShare,
  savePreset,
  shareFailure,
  shareRun,
  startRun,
} from '../actions.ts'

export const metadata: Metadata = { title: 'Run' }

type Props = { params: Promise<{ id: string }> }

export default async function RunPage({ params }: Props) {
  const { id } = await params
  const page = await orNotFound(getRunPage(await contextFromCookie(), id))
  const { run, skill } = page
  const isSkill = isCallableName(run.skillName)
  return (
    <Page
      eyebrow={<BackLink href={paths.runs}>Runs</BackLink>}
      title={skill?.title ?? (isSkill ? run.skillName : 'Code')}
      description={<RunOrigin page={page} />}
    >
      <RunPageView
        page={page}
        actions={{
          addExample,
          startRun,
          savePreset,
          deleteRunContent,
          revokeShare,
          shareRun,
          planFromRuns: createPlanFromRuns,
          shareFailure,
        }}
      />
      <RerunTree runs={page.reruns} currentId={run.id} />
      <RunChildren runs={page.children} />
      <RunReceipt receipt={page.receipt} />
      {isSkill && <RunContract page={page} />}
    </Page>
  )
}

function RunOrigin({
  page: { run, userName, rerunOfId, parent },
}: {
  page: Awaited<ReturnType<typeof getRunPage>>
}) {
  return (
    <>
      {isCallableName(run.skillName) ? (
        <>
          <TextLink href={skillNamePath(run.skillName)}>{run.skillName}</TextLink> {run.versionNumber}
        </>
      ) : (
        'Python code from the request'
      )}{' '}
      · <Time at={run.createdAtMs} /> by {userName}
      {parent && (
        <>
          {' · called by '}
          <TextLink href={paths.run(parent.id)}>{parent.skillName}</TextLink>
        </>
      )}
      {run.planStep && (
        <>
          {` · step ${run.planStep.stepId}${run.planStep.attempt > 1 ? `, attempt ${run.planStep.attempt},` : ''} of `}
          <TextLink href={paths.planRun(run.planStep.planRunId)}>a plan</TextLink>
        </>
      )}
      {rerunOfId && (
        <>
          {' · '}
          <TextLink href={paths.run(rerunOfId)}>original run</TextLink>
        </>
      )}
    </>
  )
}
