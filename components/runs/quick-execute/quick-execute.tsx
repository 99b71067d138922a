'use client'

import { useRouter } from 'next/navigation'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { SkillButton, SkillExample } from '#lib/contracts/document/skillset-document.ts'
import { withoutSecrets } from '#lib/contracts/forms/values/without-secrets.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { isObject, isSameJson, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { isCallableName } from '#lib/kernel/names/skill-name.ts'
import { isToolName } from '#lib/kernel/names/tool-name.ts'
import { readSharedFragment, withInputFragment } from '#lib/kernel/site/input-fragment.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { isEnded } from '#lib/runs/model/run-states.ts'
import type { Quote } from '#lib/runs/prepare/quote-run.ts'
import type { PresetView, RecordedExample, RerunSource, RunView } from '#lib/runs/views/run-view.ts'
import type { CreateAutomation } from '../../automations/automation-dialog.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { usePublishInput } from './current-input.tsx'
import { InputForm } from './input-form.tsx'
import type { PresetActions } from './input-sources.tsx'
import { DryRunSwitch, PriceNote } from './price-note.tsx'
import { loadQuickResult, QuickOutput, type ShareRunActions } from './quick-output.tsx'
import { useInputDraft } from './use-input-draft.ts'
import { type StartRun, useQuickRun } from './use-quick-run.tsx'
import { type RunForVisitor, useVisitorRun } from './use-visitor-run.ts'

const LargeInput = lazy(async () => ({ default: (await import('./large-input.tsx')).LargeInput }))

export type QuickExecuteProps = {
  skill: {
    name: string
    title: string
    version: string
    parameters: JsonSchema
    response?: JsonSchema
    stream?: JsonSchema
    examples: SkillExample[]
    buttons: SkillButton[]
  }
  quote: Quote
  presets: PresetView[]
  recorded: RecordedExample[]
  /** The messages of recorded outputs, rendered on the server, by the title of their example. */
  messages: Record<string, ReactNode>
  /** An earlier run that prefills the form, and with which the output is compared. */
  start?: RerunSource
  /** The run that the address names, with whose input the form begins unless there is a newer draft. */
  shown?: RunView
  personId: string | null
  blocked?: boolean
  /** Set for a visitor who may run the skill without an account. */
  isOpenToVisitors?: boolean
  here: string
  /** Set inside a frame, where the Run button opens the page of the skill. */
  isEmbedded?: boolean
  actions: PresetActions &
    ShareRunActions & {
      startRun: StartRun
      runForVisitor: RunForVisitor
      createAutomation: CreateAutomation
    }
}

export function QuickExecute(props: QuickExecuteProps) {
  const { skill, quote, start, shown, personId, here, actions } = props
  const isSignedIn = personId !== null
  const { value, setValue, form, draft, startOver } = useInput(props)
  const { recorded, onExample: chooseExample } = useRecordedExamples(props, value, change)
  // Since when an example was chosen, its output is of more interest than that of the last run.
  const [isExampleShown, setExampleShown] = useState(false)
  const { isDryRun, setDryRun, price } = useDryRun(quote)
  const request = { ...callTarget(props), maxPrice: price, dryRun: isDryRun }
  const {
    run,
    refusal: ownRefusal,
    isRunning: isOwnRunning,
    start: startRun,
    cancel,
    refuse,
  } = useQuickRun({
    ...request,
    ...actions,
    shown,
  })
  const visitor = useVisitorRun({ name: skill.name, version: skill.version }, actions.runForVisitor)
  const isRunning = isOwnRunning || visitor.isRunning
  const refusal = ownRefusal ?? visitor.refusal
  const output = useRef<HTMLDivElement>(null)
  const ended = run && isEnded(run.state) ? run : undefined
  useRefreshOnChange(run && `${run.id} ${isEnded(run.state)}`)
  useDeleteDraftAfterSuccess(ended?.id === shown?.id ? undefined : ended, draft.forget)

  /** The input of the last run, and whether the form has refused another since. */
  const [sent, setSent] = useState<{ input?: Json; isRefused?: boolean }>({})
  const isChanged = sent.input !== undefined && value !== undefined && !isSameJson(sent.input, value)

  function change(input: Json) {
    setValue(input)
    if (sent.isRefused) setSent({ input: sent.input })
    draft.save(input)
  }
  const hasLargeInput = useSharedFragment() || shown?.isPartial === true
  function onExample(example: SkillExample) {
    setExampleShown(true)
    chooseExample(example)
  }
  function submit(input: Json) {
    setValue(input)
    setSent({ input })
    if (props.isEmbedded) return openSkill(props, input)
    setExampleShown(false)
    if (isSignedIn) void startRun(input)
    else if (props.isOpenToVisitors) {
      draft.save(input)
      void visitor.start(input)
    } else {
      draft.save(input)
      draft.saveNow()
      refuse(SIGN_IN)
    }
    if (window.innerWidth < 1024) requestAnimationFrame(() => output.current?.scrollIntoView())
  }

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-8 lg:has-[form[data-mode=both]]:grid-cols-1">
      <section
        aria-label="Input"
        className="min-w-0 rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5"
        onFocus={loadQuickResult}
      >
        <InputForm
          {...props}
          {...{ value, form, isRunning, refusal }}
          failure={ended?.error ?? visitor.run?.error}
          coercions={ended?.coercions ?? visitor.run?.coercions}
          onChange={change}
          onSubmit={submit}
          onJsonText={(text) => draft.save(value ?? {}, text)}
          onExample={onExample}
          onStartOver={draft.isStored ? startOver : undefined}
          onReady={draft.restore}
          note={
            hasLargeInput && (
              <Suspense>
                <LargeInput shown={shown} run={run} value={value} fill={change} />
              </Suspense>
            )
          }
          onRefuse={() => setSent({ ...sent, isRefused: true })}
          submitLabel={
            props.isEmbedded ? 'Open and run' : runLabel(isDryRun, price, quote.perItem !== undefined)
          }
        />
        {!props.isEmbedded && offersDryRun(quote, skill) && (
          <DryRunSwitch price={quote.dryRunPrice} isOn={isDryRun} onChange={setDryRun} />
        )}
        {props.isOpenToVisitors && !props.isEmbedded && (
          <p className="mt-4 text-muted-foreground text-xs">
            You can run this skill without an account. Nothing of it is stored.
          </p>
        )}
        <PriceNote
          quote={quote}
          isSignedIn={isSignedIn}
          hidesLowBalance={(refusal ?? ended?.error)?.code === 'PAYMENT_REQUIRED'}
        />
        {isSignedIn && isCallableName(skill.name) && !isToolName(skill.name) && (
          <p className="pt-3 text-sm">
            <TextLink href={paths.batchNew(skill.name)}>Run for many rows</TextLink>
          </p>
        )}
      </section>
      <div ref={output} className="min-w-0 scroll-mt-20 lg:sticky lg:top-[calc(var(--header-height)+1.5rem)]">
        <QuickOutput
          run={isExampleShown && recorded ? undefined : run}
          visitorRun={isExampleShown && recorded ? undefined : visitor.run}
          before={start}
          refusal={refusal}
          isStale={sent.isRefused ? 'refused' : refusal && isChanged ? 'changed' : undefined}
          isRunning={isRunning}
          skill={skill}
          example={recorded?.shown}
          exampleMessage={recorded && props.messages[recorded.shown.title]}
          onUseExample={recorded?.onUse}
          here={here}
          isVisitor={!isSignedIn}
          onCancel={cancel}
          onRun={submit}
          sharing={actions}
        />
      </div>
    </div>
  )
}

function runLabel(isDryRun: boolean, price: string | null, isPerItem: boolean): string {
  // A dry run has a price of its own, which is for the run.
  const amount = isPerItem && !isDryRun ? `up to ${price} USDC` : `${price} USDC`
  return `${isDryRun ? 'Dry run' : 'Run'}${price === '0' ? '' : ` for ${amount}`}`
}

/** Opens the page of the skill with the input, without its secrets: they must not appear in an address. */
function openSkill({ skill, here }: QuickExecuteProps, input: Json): void {
  const url = withInputFragment(here, withoutSecrets(skill.parameters, input))
  window.open(url, '_blank', 'noopener')
}

function callTarget({ skill, start }: QuickExecuteProps) {
  return { skillName: skill.name, version: skill.version, rerunOfId: start?.id }
}

/** Whether the page was opened with the link of a shared run, whose input is loaded. */
function useSharedFragment(): boolean {
  const [isShared, setShared] = useState(false)
  useEffect(() => setShared(readSharedFragment(window.location.hash) !== undefined), [])
  return isShared
}

/** The input of a large run is not on the page. */
function inputOf(run: RunView | undefined): Json | undefined {
  return run?.isPartial ? undefined : run?.input
}

/** `form.count` increases with each new form. */
function useInput({ skill, start, shown, personId }: QuickExecuteProps) {
  const [value, setValue] = useState<Json | undefined>(start?.input ?? inputOf(shown))
  usePublishInput(value)
  const [form, setForm] = useState<{ count: number; jsonText?: string }>({ count: 0 })
  const draft = useInputDraft({
    skill: skill.name,
    version: skill.version,
    personId,
    parameters: skill.parameters,
    shouldRestore: start === undefined,
    onRestore({ value: restored, jsonText }) {
      setValue(restored)
      // Only invalid JSON needs a new form, in which a field would lose the focus.
      if (jsonText !== undefined) setForm(({ count }) => ({ count: count + 1, jsonText }))
    },
  })
  function startOver() {
    draft.forget()
    setValue(start?.input)
    setForm(({ count }) => ({ count: count + 1 }))
  }
  return { value, setValue, form, draft, startOver }
}

/** Shows the recorded output of the example in the form, or of the first example. */
function useRecordedExamples(
  { skill: { examples }, recorded, start }: QuickExecuteProps,
  value: Json | undefined,
  fill: (input: Json) => void,
) {
  const [title, setTitle] = useState(recorded[0]?.title)
  const shownExample = start ? undefined : recorded.find((candidate) => candidate.title === title)
  const example = examples.find((candidate) => candidate.title === shownExample?.title)
  function onExample({ title: chosen, input }: SkillExample) {
    setTitle(chosen)
    fill(input)
  }
  const isInForm = example === undefined || (value !== undefined && isSameJson(value, example.input))
  return {
    onExample,
    recorded: shownExample && { shown: shownExample, onUse: isInForm ? undefined : () => onExample(example) },
  }
}

function useDryRun({ price, dryRunPrice }: Quote) {
  const [isChosen, setDryRun] = useState(false)
  const isDryRun = isChosen && dryRunPrice !== null
  return { isDryRun, setDryRun, price: isDryRun ? dryRunPrice : price }
}

/** Keeps the draft after a failure, so that the user can try again. */
function useDeleteDraftAfterSuccess(ended: RunView | undefined, forget: () => void) {
  const hasSucceeded = ended?.state === 'succeeded'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run
  useEffect(() => {
    if (hasSucceeded) forget()
  }, [hasSucceeded, ended?.id])
}

/** Tells whether to offer the switch. A built-in tool with a field `dryRun` has it among its fields. */
function offersDryRun({ price, dryRunPrice, riskLevel }: Quote, skill: QuickExecuteProps['skill']): boolean {
  const { properties } = skill.parameters
  if (isToolName(skill.name) && isObject(properties) && 'dryRun' in properties) return false
  return price !== '0' || dryRunPrice !== '0' || riskLevel !== 'read-only'
}

function useRefreshOnChange(moment: string | undefined): void {
  const router = useRouter()
  const shownMoment = useRef(moment)
  useEffect(() => {
    if (moment && moment !== shownMoment.current) router.refresh()
    shownMoment.current = moment
  }, [moment, router])
}

const SIGN_IN: PublicError = {
  code: 'UNAUTHENTICATED',
  message: 'Sign in to run this skill',
  recoverable: true,
  suggested_action: 'All you need is a free account. Your input stays in the form.',
}
