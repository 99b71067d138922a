'use client'

/** An open step: its name, the form of its arguments, and, out of the way, how it is run. */
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { isObject, type Json, type JsonObject } from '#lib/contract/json/json.ts'
import { paths, skillNamePath } from '#lib/contract/market/paths.ts'
import type { PlanTool } from '#lib/contract/plan/plan-tool.ts'
import { reachWords } from '#lib/contract/plan/reach-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Link } from '../../ui/link.tsx'
import { stepsOf, withCapture, withStepId } from './edit-plan.ts'
import { PartForm } from './part-form.tsx'
import { placeId } from './place-id.ts'
import { usePlan } from './plan-desk.tsx'
import { argsSchema, MORE_FIELDS, moreSchema } from './step-schema.ts'

type Props = { step: JsonObject; index: number; tool: PlanTool | undefined }

export function StepDetails({ step, index, tool }: Props) {
  const { set } = usePlan()
  const at = `/steps/${index}`
  const args = isObject(step.args) ? step.args : {}
  const about = tool?.kind === 'skill' ? reachWords(tool) : (tool?.sideEffects ?? [])
  return (
    <div className="grid grid-cols-1 gap-6">
      {tool ? (
        <PartForm
          // Another tool is another form.
          key={tool.name}
          pointer={`${at}/args`}
          schema={argsSchema(tool.inputSchema)}
          value={args}
          onChange={(value) => set(`${at}/args`, value)}
        />
      ) : (
        <Alert variant="warning" title={`There is no tool or skill “${String(step.tool)}”`}>
          Its name may be misspelt, or your organisation cannot see it. Its arguments are kept: they are in
          the JSON.
        </Alert>
      )}
      <details className="group rounded-md border border-border">
        <summary className="flex cursor-pointer list-none items-center gap-2 rounded-md px-3 py-2.5 font-medium text-sm">
          <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
          More
          <span className="min-w-0 truncate font-normal text-muted-foreground">{moreWords(step)}</span>
        </summary>
        <div className="grid grid-cols-1 gap-5 border-border border-t p-4">
          <StepId step={step} index={index} />
          <More step={step} index={index} />
        </div>
      </details>
      <p className="text-muted-foreground text-xs">
        Calls <ToolLink name={String(step.tool)} />
        {about.length > 0 && <>. {about.join(' ')}</>}
      </p>
    </div>
  )
}

function ToolLink({ name }: { name: string }) {
  const [plain = ''] = name.split('@')
  const href = skillNamePath(plain)
  if (href === paths.home) return <code>{name}</code>
  return (
    <Link href={href} target="_blank" className="underline underline-offset-4">
      <code>{name}</code>
    </Link>
  )
}

/** The id takes effect when it is left: what refers to the step follows once, not letter by letter. */
function StepId({ step, index }: Pick<Props, 'step' | 'index'>) {
  const { edit, issuesIn } = usePlan()
  const [typed, setTyped] = useState<string>()
  const id = typeof step.id === 'string' ? step.id : ''
  const commit = () => {
    if (typed !== undefined && typed !== id) edit((plan) => withStepId(plan, index, typed.trim()))
    setTyped(undefined)
  }
  return (
    <Field
      label="Name of the step"
      id={placeId(`/steps/${index}/id`)}
      required
      errors={issuesIn(`/steps/${index}/id`).map(({ message }) => `${message}.`)}
      help="What references and the run call it. A new name is followed wherever it is used."
    >
      {(wired) => (
        <Input
          {...wired}
          className="max-w-xs font-mono"
          autoComplete="off"
          spellCheck={false}
          value={typed ?? id}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
        />
      )}
    </Field>
  )
}

function More({ step, index }: Pick<Props, 'step' | 'index'>) {
  const { plan, edit } = usePlan()
  const others = stepsOf(plan).flatMap(({ step: { id }, index: at }) =>
    at !== index && typeof id === 'string' ? id : [],
  )
  const value = Object.fromEntries(Object.entries(step).filter(([key]) => MORE_FIELDS.includes(key)))
  return (
    <PartForm
      pointer={`/steps/${index}`}
      schema={moreSchema(others)}
      value={value}
      onChange={(next) => edit((before) => withMore(before, index, next))}
    />
  )
}

/** The step with these fields under "More", and no others; what refers to a captured result follows its name. */
function withMore(plan: Json, index: number, more: Json): Json {
  const next = isObject(more) ? more : {}
  const steps = isObject(plan) && Array.isArray(plan.steps) ? plan.steps : []
  const step = steps[index]
  if (!isObject(step)) return plan
  const { captureAs, ...others } = next
  const kept = Object.entries(step).filter(([key]) => key === 'captureAs' || !MORE_FIELDS.includes(key))
  const changed = { ...Object.fromEntries(kept), ...others }
  const renamed = { ...(isObject(plan) ? plan : {}), steps: steps.with(index, changed) }
  return withCapture(renamed, index, typeof captureAs === 'string' ? captureAs : undefined)
}

/** What is set there, so that nobody has to open it to know. */
function moreWords({ foreach, captureAs, onError, retry, timeoutMs, dependsOn }: JsonObject): string {
  const said = [
    foreach !== undefined && 'for each item',
    typeof captureAs === 'string' && `kept as ${captureAs}`,
    typeof onError === 'string' && `on error: ${onError}`,
    isObject(retry) && `${String(retry.maxAttempts)} attempts`,
    typeof timeoutMs === 'number' && `${timeoutMs / 1000} s at most`,
    Array.isArray(dependsOn) && dependsOn.length > 0 && `after ${dependsOn.join(', ')}`,
  ].filter((each) => each !== false)
  return said.length > 0 ? said.join(' · ') : 'repeat, retry, wait, name'
}
