'use client'

/** What a plan needs to begin, or a file to take it from. */
import { FileUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ChangeEvent, useRef, useState, useTransition } from 'react'
import { readDocument } from '#lib/contract/document/read-document.ts'
import { paths } from '#lib/contract/market/paths.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { UntilListening } from '../ui/until-listening.tsx'
import { emptyPlan } from './builder/edit-plan.ts'

type Create = (plan: { title: string; text: string }) => Promise<ActionResult<{ slug: string }>>

export function NewPlanForm({ create }: { create: Create }) {
  const router = useRouter()
  const [title, setTitle] = useState('')
  const [goal, setGoal] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isPending, start] = useTransition()
  const input = useRef<HTMLInputElement>(null)

  const make = (plan: { title: string; text: string }) =>
    start(async () => {
      setProblem(undefined)
      const answer = await create(plan)
      if (answer.ok) router.push(paths.plan(answer.data.slug))
      else setProblem(answer.error.details?.[0]?.message ?? answer.error.message)
    })

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
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
        if (isPending) return
        if (title.trim() === '') return setProblem('Give the plan a name.')
        make({ title, text: JSON.stringify(emptyPlan(goal.trim() || title.trim())) })
      }}
    >
      <UntilListening className="grid gap-5">
        <Field label="Name" required help="What people see in the list: “Weekly report”.">
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
        <Button variant="outline" disabled={isPending} onClick={() => input.current?.click()}>
          <FileUp aria-hidden /> Import JSON
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-hidden
          data-file="plan"
          accept="application/json,.json"
          onChange={take}
        />
      </div>
    </form>
  )
}
