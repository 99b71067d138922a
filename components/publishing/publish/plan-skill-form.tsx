'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { PlanInputLine, PlanSkillView } from '#lib/publishing/drafts/plan-skill.ts'
import { DisabledUntilHydrated } from '../../browser/disabled-until-hydrated.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { InputField } from '../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../ui/forms/form-error.tsx'
import { useAction } from '../../ui/use-action.ts'
import { describeFullName, SkillSetFields } from './new-skill-set-form.tsx'

type ChosenInput = { stepId: string; argument: string; name: string }

type NewPlanSkill = {
  plan: string
  handle: string
  name: string
  slug: string
  visibility: 'PUBLIC' | 'PRIVATE'
  inputs: ChosenInput[]
}

type FormProps = {
  plan: string
  view: PlanSkillView
  create: (skill: NewPlanSkill) => Promise<ActionResult<string>>
}

function suggestSkill(plan: string, { handles, title, suggestedSlug }: PlanSkillView): NewPlanSkill {
  const names = { name: title.slice(0, 100), slug: suggestedSlug }
  return { plan, handle: handles[0] ?? '', ...names, visibility: 'PUBLIC', inputs: [] }
}

export function PlanSkillForm({ plan, view, create }: FormProps) {
  const router = useRouter()
  const [skill, setSkill] = useState(() => suggestSkill(plan, view))
  const [error, setError] = useState<FormState>(null)
  const [isPending, start] = useAction(setError)
  const update = (part: Partial<NewPlanSkill>) => setSkill({ ...skill, ...part })
  const nameFields = skill.inputs.map((_, index) => `/inputs/${index}/name`)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    start(
      () => create(skill),
      (id) => router.push(paths.publishSkillSet(id)),
    )
  }

  return (
    <form className="grid gap-8" onSubmit={submit}>
      <FormError state={error} fields={['/name', '/slug', ...nameFields]} />
      <SkillSetFields
        handles={view.handles}
        value={skill}
        onChange={update}
        help={[
          'Display name of the SkillSet and its skill.',
          describeFullName(skill.handle, skill.slug, skill.slug),
        ]}
        error={error}
      >
        {skill.visibility === 'PUBLIC' && view.publicWarnings.length > 0 && (
          <Alert variant="warning">{view.publicWarnings.join(' ')}</Alert>
        )}
      </SkillSetFields>
      <InputChoices
        offered={view.inputs}
        chosen={skill.inputs}
        onChange={(inputs) => update({ inputs })}
        getProblems={(index) => errorsAt(error, `/inputs/${index}/name`)}
      />
      <Differences sentences={view.differences} />
      <Button type="submit" className="w-fit" pending={isPending}>
        Create draft
      </Button>
    </form>
  )
}

function Differences({ sentences }: { sentences: string[] }) {
  return (
    <section className="grid gap-2 text-sm">
      <h2 className="font-semibold text-base">How it differs from the plan</h2>
      <ul className="grid list-disc gap-1 pl-5 text-muted-foreground">
        {sentences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </section>
  )
}

type ChoicesProps = {
  offered: readonly PlanInputLine[]
  chosen: readonly ChosenInput[]
  onChange: (chosen: ChosenInput[]) => void
  getProblems: (index: number) => string[]
}

function InputChoices({ offered, chosen, onChange, getProblems }: ChoicesProps) {
  const isSame = (one: ChosenInput, other: ChosenInput) =>
    one.stepId === other.stepId && one.argument === other.argument
  return (
    <DisabledUntilHydrated className="grid gap-3 border-border border-t pt-6">
      <legend className="float-left w-full font-semibold">What users fill in</legend>
      <p className="text-muted-foreground text-sm">
        {offered.length > 0
          ? 'Values that you select become parameters of the skill, with the value of the plan as their default. All others stay as they are, and are part of the published code.'
          : 'The plan has no fixed values, so the skill takes no input.'}
      </p>
      {offered.map((input) => {
        const index = chosen.findIndex((other) => isSame(other, input))
        return (
          <InputChoice
            key={`${input.stepId} ${input.argument}`}
            input={input}
            name={chosen[index]?.name}
            problems={index < 0 ? [] : getProblems(index)}
            onCheck={(isChosen) =>
              onChange(
                isChosen
                  ? [...chosen, { stepId: input.stepId, argument: input.argument, name: input.name }]
                  : chosen.filter((other) => !isSame(other, input)),
              )
            }
            onName={(name) =>
              onChange(chosen.map((other) => (isSame(other, input) ? { ...other, name } : other)))
            }
          />
        )
      })}
    </DisabledUntilHydrated>
  )
}

type ChoiceProps = {
  input: PlanInputLine
  /** The name of the parameter; undefined if the input is not chosen. */
  name: string | undefined
  problems: string[]
  onCheck: (isChosen: boolean) => void
  onName: (name: string) => void
}

function InputChoice({ input, name, problems, onCheck, onName }: ChoiceProps) {
  const { argument, preview, value } = input
  const id = useId()
  return (
    <div className="grid gap-3 rounded-md border border-border px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="flex items-start gap-2.5 text-sm">
        <Checkbox id={id} className="mt-0.5" checked={name !== undefined} onCheckedChange={onCheck} />
        <label htmlFor={id} className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
          <span>
            <code>{argument}</code>: {truncateValue(value)}
          </span>
          <span className="text-muted-foreground">{preview}</span>
        </label>
      </div>
      {name !== undefined && (
        <InputField
          label="Parameter name"
          required
          errors={problems}
          isCode
          maxLength={64}
          value={name}
          onChange={onName}
        />
      )}
    </div>
  )
}

const MAX_PREVIEW_CHARS = 120

function truncateValue(value: PlanInputLine['value']): string {
  const text = JSON.stringify(value)
  return text.length > MAX_PREVIEW_CHARS ? `${text.slice(0, MAX_PREVIEW_CHARS)}…` : text
}
