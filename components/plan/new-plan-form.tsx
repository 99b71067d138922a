'use client'

/** What a plan needs to begin, or a file to take it from. */
import { FileUp, Sparkles } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState, useTransition } from 'react'
import { readDocument } from '#lib/contract/document/read-document.ts'
import { paths } from '#lib/contract/market/paths.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FilePicker } from '../ui/file-picker.tsx'
import { Input } from '../ui/input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { UntilListening } from '../ui/until-listening.tsx'
import { emptyPlan } from './builder/edit-plan.ts'

type Create = (plan: { title: string; text: string }) => Promise<ActionResult<{ slug: string }>>

type Props = {
  create: Create
  /** Absent where none is set up. */
  planner?: { name: string; draft: (request: { goal: string }) => Promise<ActionResult<{ text: string }>> }
}

export function NewPlanForm({ create, planner }: Props) {
  const router = useRouter()
  const [title, setTitle] = useState('')
  const [goal, setGoal] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isPending, start] = useTransition()
  const [isDrafting, startDraft] = useTransition()
  const input = useRef<HTMLInputElement>(null)

  async function keep(plan: { title: string; text: string }) {
    setProblem(undefined)
    const answer = await create(plan)
    if (answer.ok) router.push(paths.plan(answer.data.slug))
    else setProblem(answer.error.details?.[0]?.message ?? answer.error.message)
  }
  const make = (plan: { title: string; text: string }) => start(() => keep(plan))

  const draftSteps = () =>
    startDraft(async () => {
      setProblem(undefined)
      if (goal.trim() === '') return setProblem('Describe the goal first, so that the steps can be drafted.')
      const answer = await planner?.draft({ goal })
      if (answer?.ok) await keep({ title: title.trim() || titleOf(goal), text: answer.data.text })
      else if (answer) setProblem(answer.error.details?.[0]?.message ?? answer.error.message)
    })

  async function take(file: File) {
    const text = await file.text()
    const { document, issues } = readDocument(text)
    if (!document) return setProblem(`${file.name}: ${issues[0]?.message}`)
    const name = file.name.replace(/(\.plan)?\.json$/i, '')
    make({ title: title.trim() || name, text: JSON.stringify(document) })
  }

  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPending || isDrafting) return
        if (title.trim() === '') return setProblem('Give the plan a name.')
        make({ title, text: JSON.stringify(emptyPlan(goal.trim() || title.trim())) })
      }}
    >
      <UntilListening className="grid gap-5">
        <Field label="Name" required help="Shown in the list, such as “Weekly report”.">
          {(wired) => (
            <Input
              {...wired}
              value={title}
              maxLength={120}
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        <Field label="Goal" optional help="What should be done, in a sentence or two.">
          {(wired) => (
            <Textarea
              {...wired}
              value={goal}
              maxLength={2000}
              onChange={({ target }) => setGoal(target.value)}
            />
          )}
        </Field>
      </UntilListening>
      {problem && <Alert variant="destructive">{problem}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={isPending}>
          Create the plan
        </Button>
        {planner && (
          <Button variant="outline" pending={isDrafting} disabled={isPending} onClick={draftSteps}>
            <Sparkles aria-hidden /> Draft the steps from the goal
          </Button>
        )}
        <Button variant="outline" disabled={isPending} onClick={() => input.current?.click()}>
          <FileUp aria-hidden /> Import JSON
        </Button>
        <FilePicker ref={input} aria-hidden data-file="plan" accept="application/json,.json" onFile={take} />
      </div>
      <p role="status" className="text-pretty text-muted-foreground text-sm">
        {isDrafting
          ? 'The planner is writing a draft. This may take a minute.'
          : planner
            ? `Drafts are written by a language model, ${planner.name}, which gets your goal and the list of available tools. Check each step: nothing runs before you start it.`
            : NO_PLANNER}
      </p>
    </form>
  )
}

const NO_PLANNER =
  'Drafting steps from a goal is off: this Guildhall has no planner. Its operator can set GUILDHALL_PLANNER_URL (any OpenAI-compatible endpoint), GUILDHALL_PLANNER_MODEL and, if needed, GUILDHALL_PLANNER_KEY.'

/** The first words of the goal. */
function titleOf(goal: string): string {
  const [sentence = ''] = goal.trim().split(/[.\n]/)
  return sentence.length > 60 ? `${sentence.slice(0, 59)}…` : sentence
}
