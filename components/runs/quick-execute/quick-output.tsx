'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import type { SkillButton } from '#lib/contracts/document/skillset-document.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { RecordedExample, RerunSource, RunView, VisitorRun } from '#lib/runs/views/run-view.ts'
import type { CancelRun } from '../../output/cancel-run-button.tsx'
import { OutputRefusal, OutputWaiting } from '../../output/output-states.tsx'
import { WalletLink } from '../../output/wallet-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { LinkButton } from '../../ui/button.tsx'
import type { ShareActions } from '../share-links.tsx'

export type QuickOutputProps = {
  run?: RunView
  visitorRun?: VisitorRun
  before?: RerunSource
  refusal?: PublicError
  /** Set if the input that is in the form now is not the one that the output belongs to. */
  isStale?: 'refused' | 'changed'
  isRunning: boolean
  skill: { version: string; response?: JsonSchema; stream?: JsonSchema; buttons: SkillButton[] }
  example?: RecordedExample
  exampleMessage?: ReactNode
  onUseExample?: () => void
  here: string
  isVisitor: boolean
  onCancel: CancelRun
  onRun: (input: Json) => void
  sharing: ShareRunActions
}

export type ShareRunActions = {
  shareRun: (
    runId: string,
    ...options: Parameters<ShareActions['share']>
  ) => ReturnType<ShareActions['share']>
  revokeShare: ShareActions['revoke']
}

export const loadQuickResult = async () => ({ default: (await import('./quick-result.tsx')).QuickResult })
const QuickResult = lazy(loadQuickResult)
const VisitorResult = lazy(async () => ({ default: (await import('./visitor-result.tsx')).VisitorResult }))
const ExampleOutput = lazy(async () => ({ default: (await import('./example-output.tsx')).ExampleOutput }))

export function QuickOutput(props: QuickOutputProps) {
  const { refusal, example, isStale, isRunning } = props
  const run = props.run ?? props.visitorRun
  const isAnythingShown = run !== undefined || refusal !== undefined || example !== undefined
  const shown = refusal ? 'an error of an earlier input' : run ? 'the result of an earlier run' : 'an example'
  return (
    <div className="grid min-w-0 gap-3">
      {isStale && isAnythingShown && !isRunning && (
        <Alert variant="warning">
          {isStale === 'refused'
            ? `The input has errors, so nothing ran. Below is ${shown}.`
            : 'The input has changed since this error.'}
        </Alert>
      )}
      <ShownOutput {...props} />
    </div>
  )
}

function ShownOutput(props: QuickOutputProps) {
  const { run, visitorRun, refusal, isRunning, skill, here, example, onUseExample } = props
  if (refusal) {
    return <OutputRefusal error={refusal} remedy={remedyFor(refusal, props)} />
  }
  const placeholder = (
    <OutputWaiting response={skill.response}>
      {isRunning || run ? 'Starting…' : 'Fill in the form and press Run. The result appears here.'}
    </OutputWaiting>
  )
  if (visitorRun && !isRunning)
    return (
      <Suspense fallback={placeholder}>
        <VisitorResult {...{ skill, here }} run={visitorRun} onRun={props.onRun} />
      </Suspense>
    )
  if (!run && example && !isRunning)
    return (
      <Suspense fallback={placeholder}>
        <ExampleOutput
          example={example}
          version={skill.version}
          response={skill.response}
          message={props.exampleMessage}
          onUse={onUseExample}
        />
      </Suspense>
    )
  if (!run) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <QuickResult key={run.id} {...props} run={run} />
    </Suspense>
  )
}

/** Returns a link to what would remedy the error. It leads back to this form, with its input. */
function remedyFor(
  error: PublicError,
  { here, isVisitor }: Pick<QuickOutputProps, 'here' | 'isVisitor'>,
): ReactNode {
  const { code, href, details = [] } = error
  if (code === 'PAYMENT_REQUIRED') return <WalletLink error={error} />
  const isLimitOfVisitors = isVisitor && (code === 'RATE_LIMIT_EXCEEDED' || code === 'POLICY_DENIED')
  if (code === 'UNAUTHENTICATED' || isLimitOfVisitors) return <SignIn here={here} />
  const [account, second] = details.filter(({ keyword }) => keyword === 'integration')
  if (!account || href === undefined) return undefined
  const action = account.params?.state === 'not-allowed' ? 'Allow' : 'Connect'
  const label = second ? 'Connect accounts' : `${action} ${String(account.params?.name ?? 'the account')}`
  return (
    <LinkButton href={`${href}&${new URLSearchParams({ back: here })}`} size="sm">
      {label}
    </LinkButton>
  )
}

function SignIn({ here }: { here: string }) {
  return (
    <span className="flex flex-wrap gap-2">
      <LinkButton href={paths.signIn(here)} size="sm">
        Sign in
      </LinkButton>
      <LinkButton href={paths.signUp(here)} size="sm" variant="outline">
        Create an account
      </LinkButton>
    </span>
  )
}
