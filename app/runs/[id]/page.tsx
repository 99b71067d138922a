import type { Metadata } from 'next'
import { RunChildren } from '#components/run/run-children.tsx'
import { RunContract } from '#components/run/run-contract.tsx'
import { RunDesk } from '#components/run/run-desk.tsx'
import { RunReceipt } from '#components/run/run-receipt.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Time } from '#components/ui/time.tsx'
import { paths, skillNamePath } from '#lib/contract/market/paths.ts'
import { isCallableName } from '#lib/contract/market/skill-name.ts'
import { getRunPage } from '#lib/execution/get-run.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { planFromRuns } from '../../plans/actions.ts'
import { addExample, beginRun, endShare, keepPreset, makeShare } from '../actions.ts'

export const metadata: Metadata = { title: 'Run' }

type Props = { params: Promise<{ id: string }> }

export default async function RunPage({ params }: Props) {
  const { id } = await params
  const page = await orNotFound(getRunPage(await contextFromCookie(), id))
  const { run, skill, userName, rerunOfId, parent } = page
  const isSkill = isCallableName(run.skillName)
  return (
    <Page className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.runs}>Runs</BackLink>}
        title={skill?.title ?? (isSkill ? run.skillName : 'Code')}
        description={
          <>
            {isSkill ? (
              <>
                <Link href={skillNamePath(run.skillName)} className="underline underline-offset-4">
                  {run.skillName}
                </Link>{' '}
                {run.versionNumber}
              </>
            ) : (
              'Python that was sent with the call'
            )}{' '}
            · <Time at={run.createdAtMs} /> by {userName}
            {parent && (
              <>
                {' · called by '}
                <Link href={paths.run(parent.id)} className="underline underline-offset-4">
                  {parent.skillName}
                </Link>
              </>
            )}
            {run.planStep && (
              <>
                {` · step ${run.planStep.stepId}${run.planStep.attempt > 1 ? `, attempt ${run.planStep.attempt},` : ''} of `}
                <Link href={paths.planRun(run.planStep.planRunId)} className="underline underline-offset-4">
                  a plan
                </Link>
              </>
            )}
            {rerunOfId && (
              <>
                {' · '}
                <Link href={paths.run(rerunOfId)} className="underline underline-offset-4">
                  the run it repeats
                </Link>
              </>
            )}
          </>
        }
      />
      <RunDesk
        page={page}
        actions={{ addExample, beginRun, endShare, keepPreset, makeShare, planFromRuns }}
      />
      <RunChildren runs={page.children} />
      <RunReceipt receipt={page.receipt} />
      {isSkill && <RunContract page={page} />}
    </Page>
  )
}
