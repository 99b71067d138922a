'use client'

/** Quick Execute: the form that a contract draws, and beside it what came of the run. */
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import type { SkillButton, SkillExample } from '#lib/contract/document/skillset-document.ts'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { isEnded } from '#lib/contract/market/run-states.ts'
import type { PublicError } from '#lib/errors.ts'
import type { Quote } from '#lib/execution/quote-run.ts'
import type { PresetView, RunBefore } from '#lib/execution/run-view.ts'
import { PresetDialog } from '../run/preset-dialog.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { Button } from '../ui/button.tsx'
import { useTellInput } from './current-input.tsx'
import { Fills } from './fills.tsx'
import { PriceNote } from './price-note.tsx'
import { QuickOutput, type ShareRunActions } from './quick-output.tsx'
import { RunKeys } from './run-keys.tsx'
import { useDraft } from './use-draft.ts'
import { type PresetActions, usePresets } from './use-presets.ts'
import { type BeginRun, useQuickRun } from './use-quick-run.ts'

export type QuickExecuteProps = {
  skill: {
    name: string
    version: string
    parameters: JsonSchema
    response?: JsonSchema
    examples: SkillExample[]
    buttons: SkillButton[]
  }
  quote: Quote
  presets: PresetView[]
  /** An earlier run: the form starts with its input, and what comes is compared with it. */
  start?: RunBefore
  /** Who is signed in; null for a visitor. */
  personId: string | null
  /** It cannot run as it stands: the form can be read, not sent. */
  blocked?: boolean
  /** This page's address, to come back to after signing in. */
  here: string
  actions: PresetActions & ShareRunActions & { beginRun: BeginRun }
}

export function QuickExecute({
  skill,
  quote,
  start,
  personId,
  blocked,
  here,
  actions,
  ...rest
}: QuickExecuteProps) {
  const isSignedIn = personId !== null
  const [value, setValue] = useState<Json | undefined>(start?.input)
  useTellInput(value)
  // A form that begins anew: with a draft, or from the contract's defaults.
  const [begun, begin] = useState<{ count: number; jsonText?: string }>({ count: 0 })
  const draft = useDraft({
    skill: skill.name,
    version: skill.version,
    personId,
    parameters: skill.parameters,
    isWanted: start === undefined,
    onRecall({ value: kept, jsonText }) {
      setValue(kept)
      begin(({ count }) => ({ count: count + 1, jsonText }))
    },
  })
  const { presets, add, keep, forget } = usePresets(skill.name, rest.presets, actions)
  const wanted = {
    skillName: skill.name,
    version: skill.version,
    rerunOfId: start?.id,
    maxPrice: quote.price,
  }
  const { run, refusal, isRunning, start: startRun, cancel, refuse } = useQuickRun({ ...wanted, ...actions })
  const output = useRef<HTMLDivElement>(null)
  const ended = run && isEnded(run.state) ? run : undefined
  useRefreshWith(run && `${run.id} ${isEnded(run.state)}`)

  // What was delivered needs no draft; what was not may be tried again.
  const { forget: forgetDraft } = draft
  const hasSucceeded = ended?.state === 'succeeded'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run
  useEffect(() => {
    if (hasSucceeded) forgetDraft()
  }, [hasSucceeded, ended?.id])

  function change(input: Json) {
    setValue(input)
    draft.keep(input)
  }
  function startOver() {
    forgetDraft()
    setValue(start?.input)
    begin(({ count }) => ({ count: count + 1 }))
  }
  function submit(input: Json) {
    setValue(input)
    if (isSignedIn) void startRun(input)
    else {
      draft.keep(input)
      draft.keepNow()
      refuse(SIGN_IN)
    }
    // Where the output stands below the form it is brought into view; beside it, nothing moves.
    if (window.innerWidth < 1024) requestAnimationFrame(() => output.current?.scrollIntoView())
  }

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-8 lg:has-[form[data-mode=both]]:grid-cols-1">
      <section
        aria-label="Input"
        className="min-w-0 rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5"
      >
        <SchemaForm
          key={begun.count}
          schema={skill.parameters}
          value={value}
          onChange={change}
          onSubmit={submit}
          jsonText={begun.jsonText}
          onJsonText={(text) => draft.keep(value ?? {}, text)}
          issues={faultsOfInput(refusal)}
          coercions={ended?.coercions}
          pending={isRunning}
          disabled={blocked}
          idPrefix="input"
          header={<h2 className="font-semibold text-sm">Input</h2>}
          intro={
            <Fills
              examples={skill.examples}
              presets={presets}
              disabled={isRunning}
              onFill={change}
              onForget={forget}
            />
          }
          submitLabel={quote.price === '0' ? 'Run' : `Run for ${quote.price} USDC`}
          actions={
            <>
              <RunKeys />
              {/* Together, so that they go to the next line together where a price makes the button long. */}
              <span className="ml-auto flex flex-wrap items-center gap-2">
                {draft.isKept && (
                  <Button variant="ghost" size="sm" className="text-muted-foreground" onClick={startOver}>
                    Start over
                  </Button>
                )}
                {isSignedIn && <PresetDialog save={(name) => keep(name, value ?? {})} onSaved={add} />}
              </span>
            </>
          }
        />
        <PriceNote quote={quote} isSignedIn={isSignedIn} />
      </section>
      <div ref={output} className="min-w-0 scroll-mt-20 lg:sticky lg:top-[calc(var(--header-height)+1.5rem)]">
        <QuickOutput
          run={run}
          before={start}
          refusal={refusal}
          isRunning={isRunning}
          skill={skill}
          here={here}
          onCancel={cancel}
          onRunWith={submit}
          sharing={actions}
        />
      </div>
    </div>
  )
}

/** The list of runs below and the evidence above are the server's: asked for again as a run begins and ends. */
function useRefreshWith(moment: string | undefined): void {
  const router = useRouter()
  useEffect(() => {
    if (moment) router.refresh()
  }, [moment, router])
}

/** Only of the input: what else a refusal lists has no field to stand beside. */
function faultsOfInput(refusal: PublicError | undefined) {
  const isOfInput = refusal?.code === 'INVALID_INPUT' || refusal?.code === 'MISSING_REQUIRED_PARAM'
  return isOfInput ? refusal.details : undefined
}

const SIGN_IN: PublicError = {
  code: 'UNAUTHENTICATED',
  message: 'Sign in to run this skill',
  recoverable: true,
  suggested_action: 'It takes an account, and nothing else. What you typed is kept.',
}
