'use client'

import { Sparkles } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useTransition } from 'react'
import { readDocument } from '#lib/contracts/document/read-document.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { DisabledUntilHydrated } from '../browser/disabled-until-hydrated.tsx'
import { Button } from '../ui/button.tsx'
import { InputField, TextareaField } from '../ui/forms/field.tsx'
import { FileButton } from '../ui/forms/file-picker.tsx'
import { errorAt, errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { attemptAction } from '../ui/use-action.ts'
import { emptyPlan } from './document/edit-plan.ts'

type Create = (plan: { title: string; text: string }) => Promise<ActionResult<{ slug: string }>>

type Props = {
  create: Create
  planner?: { name: string; draft: (request: { goal: string }) => Promise<ActionResult<{ text: string }>> }
}

export function NewPlanForm({ create, planner }: Props) {
  const router = useRouter()
  const [title, setTitle] = useState('')
  const [goal, setGoal] = useState('')
  const [error, setError] = useState<FormState>(null)
  const [isPending, start] = useTransition()
  const [isDrafting, startDraft] = useTransition()

  async function createPlan(plan: { title: string; text: string }) {
    setError(null)
    const result = await attemptAction(() => create(plan))
    if (result.ok) router.push(paths.plan(result.data.slug))
    else setError(result.error)
  }
  const startCreate = (plan: { title: string; text: string }) => start(() => createPlan(plan))

  const draftSteps = () =>
    startDraft(async () => {
      setError(null)
      if (goal.trim() === '') return setError(errorAt('/goal', 'Describe the goal to draft the steps.'))
      const result = planner && (await attemptAction(() => planner.draft({ goal })))
      if (result?.ok) await createPlan({ title: title.trim() || titleOf(goal), text: result.data.text })
      else if (result) setError(result.error)
    })

  async function importFile(file: File) {
    const read = await readPlanFile(file)
    if ('message' in read) return setError(errorAt('', read.message))
    startCreate({ title: title.trim() || read.name, text: read.text })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending || isDrafting) return
    if (title.trim() === '') return setError(errorAt('/title', 'Enter a name.'))
    startCreate({ title, text: JSON.stringify(emptyPlan(goal.trim() || title.trim())) })
  }

  return (
    <form className="grid gap-6" onSubmit={submit}>
      <FormError state={error} fields={['/title', '/goal']} />
      <PlanFields title={title} goal={goal} error={error} setTitle={setTitle} setGoal={setGoal} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={isPending}>
          Create plan
        </Button>
        {planner && (
          <Button variant="outline" pending={isDrafting} disabled={isPending} onClick={draftSteps}>
            <Sparkles aria-hidden /> Draft steps from the goal
          </Button>
        )}
        <FileButton fileId="plan" accept="application/json,.json" disabled={isPending} onFile={importFile}>
          Import JSON
        </FileButton>
      </div>
      <PlannerNote name={planner?.name} isDrafting={isDrafting} />
    </form>
  )
}

async function readPlanFile(file: File): Promise<{ name: string; text: string } | { message: string }> {
  const { document, issues } = readDocument(await file.text())
  if (!document) return { message: `${file.name}: ${issues[0]?.message}` }
  return { name: file.name.replace(/(\.plan)?\.json$/i, ''), text: JSON.stringify(document) }
}

type PlanFieldsProps = {
  title: string
  goal: string
  error: FormState
  setTitle: (title: string) => void
  setGoal: (goal: string) => void
}

function PlanFields({ title, goal, error, setTitle, setGoal }: PlanFieldsProps) {
  return (
    <DisabledUntilHydrated className="grid gap-5">
      <InputField
        label="Name"
        required
        help="For example, “Sales report”."
        errors={errorsAt(error, '/title')}
        maxLength={120}
        value={title}
        onChange={setTitle}
      />
      <TextareaField
        label="Goal"
        optional
        help="What the plan should do, in one or two sentences."
        errors={errorsAt(error, '/goal')}
        value={goal}
        maxLength={2000}
        onChange={setGoal}
      />
    </DisabledUntilHydrated>
  )
}

function PlannerNote({ name, isDrafting }: { name: string | undefined; isDrafting: boolean }) {
  return (
    <p role="status" className="text-pretty text-muted-foreground text-sm empty:hidden">
      {isDrafting
        ? 'The planner is writing a draft. This may take a minute.'
        : name
          ? `A language model, ${name}, drafts the steps from your goal and the list of available tools. Review each step: nothing runs until you start the plan.`
          : null}
    </p>
  )
}

function titleOf(goal: string): string {
  const [sentence = ''] = goal.trim().split(/[.\n]/)
  return sentence.length > 60 ? `${sentence.slice(0, 59)}…` : sentence
}
