'use client'

import { ChevronRight } from 'lucide-react'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import type { PlanTool } from '#lib/plans/model/document/plan-tool.ts'
import { skillEffectLines } from '#lib/plans/model/policy/effect-lines.ts'
import { Alert } from '../../ui/alert.tsx'
import { CommittedInput } from '../../ui/forms/committed-input.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { listStepObjects, renameStep, setCapture } from '../document/edit-plan.ts'
import { argsSchema, STEP_OPTION_FIELDS, stepOptionsSchema } from '../document/step-schema.ts'
import { PartForm } from '../forms/part-form.tsx'
import { planElementId } from '../forms/plan-element-id.ts'
import { StepChoices } from '../forms/step-choices.tsx'
import { usePlanEditing } from '../parts/plan-editing.tsx'

type Props = { step: JsonObject; index: number; tool: PlanTool | undefined }

export function StepDetails({ step, index, tool }: Props) {
  const { set } = usePlanEditing()
  const pointer = `/steps/${index}`
  const args = isObject(step.args) ? step.args : {}
  const about = tool?.kind === 'skill' ? skillEffectLines(tool) : (tool?.sideEffects ?? [])
  return (
    <div className="grid grid-cols-1 gap-6">
      {tool ? (
        <StepChoices tool={tool}>
          <PartForm
            key={tool.name}
            pointer={`${pointer}/args`}
            schema={argsSchema(tool.inputSchema)}
            value={args}
            onChange={(value) => set(`${pointer}/args`, value)}
          />
        </StepChoices>
      ) : (
        <Alert variant="warning" title={`Unknown tool or skill “${String(step.tool)}”`}>
          Check the name. The tool may have been removed, or your organisation may not have access to it. The
          arguments of the step are still in the JSON.
        </Alert>
      )}
      <details className="group rounded-md border border-border">
        <summary className="flex cursor-pointer list-none items-center gap-2 rounded-md px-3 py-2.5 font-medium text-sm">
          <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
          More
          <span className="min-w-0 truncate font-normal text-muted-foreground">
            {summarizeMoreFields(step)}
          </span>
        </summary>
        <div className="grid grid-cols-1 gap-5 border-border border-t p-4">
          <StepId step={step} index={index} />
          <MoreFields step={step} index={index} />
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
    <TextLink href={href} target="_blank">
      <code>{name}</code>
    </TextLink>
  )
}

/** The id of the step. A new one is applied on blur, so that references are renamed only once. */
function StepId({ step, index }: Pick<Props, 'step' | 'index'>) {
  const { edit, issuesIn } = usePlanEditing()
  const id = typeof step.id === 'string' ? step.id : ''
  return (
    <Field
      label="Step name"
      id={planElementId(`/steps/${index}/id`)}
      required
      errors={issuesIn(`/steps/${index}/id`).map(({ message }) => `${message}.`)}
      help="Identifies the step in references and runs. When you rename it, references are updated."
    >
      {(controlProps) => (
        <CommittedInput
          {...controlProps}
          className="max-w-xs font-mono"
          value={id}
          onCommit={(typed) => edit((plan) => renameStep(plan, index, typed.trim()))}
        />
      )}
    </Field>
  )
}

function MoreFields({ step, index }: Pick<Props, 'step' | 'index'>) {
  const { plan, edit } = usePlanEditing()
  const others = listStepObjects(plan).flatMap(({ step: { id }, index: pointer }) =>
    pointer !== index && typeof id === 'string' ? id : [],
  )
  const value = Object.fromEntries(Object.entries(step).filter(([key]) => STEP_OPTION_FIELDS.includes(key)))
  return (
    <PartForm
      pointer={`/steps/${index}`}
      schema={stepOptionsSchema(others)}
      value={value}
      onChange={(next) => edit((before) => replaceMoreFields(before, index, next))}
    />
  )
}

function replaceMoreFields(plan: Json, index: number, more: Json): Json {
  const next = isObject(more) ? more : {}
  const steps = isObject(plan) && Array.isArray(plan.steps) ? plan.steps : []
  const step = steps[index]
  if (!isObject(step)) return plan
  const { captureAs, ...others } = next
  const entries = Object.entries(step).filter(
    ([key]) => key === 'captureAs' || !STEP_OPTION_FIELDS.includes(key),
  )
  const changed = { ...Object.fromEntries(entries), ...others }
  const renamed = { ...(isObject(plan) ? plan : {}), steps: steps.with(index, changed) }
  return setCapture(renamed, index, typeof captureAs === 'string' ? captureAs : undefined)
}

function summarizeMoreFields({
  foreach,
  captureAs,
  onError,
  retry,
  timeoutMs,
  dependsOn,
  approval,
}: JsonObject): string {
  const labels = [
    approval !== undefined && 'waits for approval',
    foreach !== undefined && 'for each item',
    typeof captureAs === 'string' && `saved as ${captureAs}`,
    typeof onError === 'string' && `on error: ${onError}`,
    isObject(retry) && `${String(retry.maxAttempts)} attempts`,
    typeof timeoutMs === 'number' && `timeout ${timeoutMs / 1000} s`,
    Array.isArray(dependsOn) && dependsOn.length > 0 && `after ${dependsOn.join(', ')}`,
  ].filter((part) => part !== false)
  return labels.length > 0 ? labels.join(' · ') : 'approval, repeat, retry, timeout, name'
}
