'use client'

import type { SkillButton } from '#lib/contract/document/skillset-document.ts'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { isEnded } from '#lib/contract/market/run-states.ts'
import type { PublicError } from '#lib/errors.ts'
import type { RunBefore, RunView } from '#lib/execution/run-view.ts'
import { OutputPanel } from '../output/output-panel.tsx'
import { OutputRefusal } from '../output/output-refusal.tsx'
import { OutputWaiting } from '../output/output-waiting.tsx'
import { ShareDialog } from '../run/share-dialog.tsx'
import type { ShareActions } from '../run/share-links.tsx'
import { Button } from '../ui/button.tsx'
/** The right side of the desk: what will come, what comes, what came, or why nothing did. */
import { Link } from '../ui/link.tsx'

type QuickOutputProps = {
  run?: RunView
  /** The run that this one repeats. */
  before?: RunBefore
  refusal?: PublicError
  isRunning: boolean
  skill: { response?: JsonSchema; buttons: SkillButton[] }
  /** This page's address, to come back to after signing in. */
  here: string
  onCancel: () => void
  onRunWith: (input: Json) => void
  sharing: ShareRunActions
}

export type ShareRunActions = {
  makeShare: (runId: string) => ReturnType<ShareActions['share']>
  endShare: ShareActions['revoke']
}

export function QuickOutput(props: QuickOutputProps) {
  const { run, before, refusal, isRunning, skill, here, onCancel, onRunWith, sharing } = props
  if (refusal) {
    const needsSignIn = refusal.code === 'UNAUTHENTICATED'
    return <OutputRefusal error={refusal} remedy={needsSignIn ? <SignIn here={here} /> : undefined} />
  }
  if (!run) {
    return (
      <OutputWaiting response={skill.response}>
        {isRunning ? 'Starting…' : 'Fill in the form and press Run. The result appears here.'}
      </OutputWaiting>
    )
  }
  return (
    <OutputPanel
      key={run.id}
      run={run}
      before={before}
      response={skill.response}
      buttons={skill.buttons}
      onRunWith={onRunWith}
      onCancel={onCancel}
      actions={isEnded(run.state) && <WhatNext id={run.id} sharing={sharing} />}
      className="lg:max-h-[calc(100dvh-var(--header-height)-3rem)] lg:overflow-y-auto"
    />
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

function WhatNext({ id, sharing }: { id: string; sharing: ShareRunActions }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-border border-t pt-4">
      <p className="text-muted-foreground text-sm">
        <Link href={paths.run(id)} className="text-foreground underline underline-offset-4">
          Open this run
        </Link>{' '}
        to repeat it or keep it.
      </p>
      <ShareDialog key={id} share={() => sharing.makeShare(id)} revoke={sharing.endShare} />
    </div>
  )
}
