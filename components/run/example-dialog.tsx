'use client'

import { GraduationCap } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useTransition } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import type { AddedExample } from '#lib/studio/add-example.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type ExampleDialogProps = { add: (title: string) => Promise<ActionResult<AddedExample>> }

/** For the skill's own publisher: the input becomes an example in the draft, where it can still be changed. */
export function ExampleDialog({ add }: ExampleDialogProps) {
  const router = useRouter()
  const [problem, setProblem] = useState<string>()
  const [isAdding, startAdding] = useTransition()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const title = String(new FormData(event.currentTarget).get('title') ?? '')
    startAdding(async () => {
      const added = await add(title)
      if (!added.ok) return setProblem(added.error.details?.[0]?.message ?? added.error.message)
      const { skillSetId, skill } = added.data
      router.push(`${paths.publishSkillSet(skillSetId)}?section=skills.${skill}.examples`)
    })
  }

  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button type="button" variant="outline" onClick={() => setProblem(undefined)}>
          <GraduationCap aria-hidden /> Add as example
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Add as example"
        description="Puts this input into the draft of the skill. Once published, everyone can fill the form with it by one click."
      >
        <form onSubmit={submit} className="grid gap-4">
          <Field label="Title" errors={problem ? [problem] : []}>
            {(wired) => (
              <Input {...wired} name="title" maxLength={100} placeholder="A short paragraph" required />
            )}
          </Field>
          <DialogFooter>
            <Button type="submit" pending={isAdding}>
              Add
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
