'use client'

import { lazy, Suspense } from 'react'
import type { PublicError } from '#lib/errors.ts'
import type { Json, JsonSchema } from '#lib/json/json.ts'
import { isEnded } from '#lib/run-model/run-states.ts'
import type { RerunSource, RunView } from '#lib/runs/views/run-view.ts'
import { paths } from '#lib/site/paths.ts'
import type { SkillButton } from '#lib/skillset/document/skillset-document.ts'
import { OutputRefusal, OutputWaiting } from '../output/output-states.tsx'
import { type ShareActions, ShareDialog } from '../run/share-links.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'

type QuickOutputProps = {
  run?: RunView
  before?: RerunSource
  refusal?: PublicError
  isRunning: boolean
  skill: { response?: JsonSchema; buttons: SkillButton[] }
  here: string
  onCancel: () => void
  onRunWith: (input: Json) => void
  sharing: ShareRunActions
}

export type ShareRunActions = {
  makeShare: (runId: string) => ReturnType<ShareActions['share']>
  endShare: ShareActions['revoke']
}

export const loadOutputPanel = async () => ({
  default: (await import('../output/output-panel.tsx')).OutputPanel,
})
const OutputPanel = lazy(loadOutputPanel)

export function QuickOutput(props: QuickOutputProps) {
  const { run, before, refusal, isRunning, skill, here, onCancel, onRunWith, sharing } = props
  if (refusal) {
    const needsSignIn = refusal.code === 'UNAUTHENTICATED'
    return <OutputRefusal error={refusal} remedy={needsSignIn ? <SignIn here={here} /> : undefined} />
  }
  const waiting = (
    <OutputWaiting response={skill.response}>
      {isRunning || run ? 'Starting…' : 'Fill in the form and press Run. The result appears here.'}
    </OutputWaiting>
  )
  if (!run) return waiting
  return (
    <Suspense fallback={waiting}>
      <OutputPanel
        key={run.id}
        run={run}
        before={before}
        response={skill.response}
        buttons={skill.buttons}
        onRunWith={onRunWith}
        onCancel={onCancel}
        actions={isEnded(run.state) && <NextActions id={run.id} sharing={sharing} />}
        className="lg:max-h-[calc(100dvh-var(--header-height)-3rem)] lg:overflow-y-auto"
      />
    </Suspense>
  )
}

function SignIn({ here }: { here: string }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Button asChild size="sm">
        <Link href={paths.signIn(here)}>Sign in</Link>
      </Button>
      <Button asChild size="sm" variant="outline">
        <Link href={paths.signUp(here)}>Create an account</Link>
      </Button>
    </span>
  )
}

function NextActions({ id, sharing }: { id: string; sharing: ShareRunActions }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-border border-t pt-4">
      <Link href={paths.run(id)} className="text-sm underline underline-offset-4">
        View run details
      </Link>
      <ShareDialog key={id} share={() => sharing.makeShare(id)} revoke={sharing.endShare} />
    </div>
  )
}
