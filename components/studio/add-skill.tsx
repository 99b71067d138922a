'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { newSkill, type SkillChoice } from '#lib/contract/document/new-skill.ts'
import type { Json } from '#lib/contract/json/json.ts'
import { isSlug } from '#lib/contract/market/skill-name.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialog.tsx'
import { append, listAt, textAt } from './edit-document.ts'
import { skillPointer } from './sections.ts'
import { SkillChoices } from './skill-choices.tsx'
import { useStudio } from './studio-context.tsx'
import { go } from './use-place.ts'

const NOTHING: SkillChoice = { name: '', slug: '', kind: 'action', runtime: 'javascript' }

/** Asks for what cannot be changed later, and adds the skill. */
export function AddSkill({ onAdded }: { onAdded?: () => void }) {
  const { state, edit } = useStudio()
  const [isOpen, setOpen] = useState(false)
  const [choice, setChoice] = useState(NOTHING)
  const count = listAt(state.document, '/skills').length
  const taken = Array.from({ length: count }, (_, index) =>
    textAt(state.document, `${skillPointer(index)}/slug`),
  )
  const problem = whyNot(choice, taken)

  function add() {
    edit((document) => append(document, '/skills', newSkill(choice) as unknown as Json))
    setOpen(false)
    setChoice(NOTHING)
    go({ section: 'details', skill: count })
    onAdded?.()
  }

  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" className="px-2">
          <Plus aria-hidden />
          Add<span className="sr-only"> a skill</span>
        </Button>
      </DialogTrigger>
      <DialogContent title="Add a skill" description="One piece of work with a contract of its own.">
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (!problem) add()
          }}
        >
          <SkillChoices choice={choice} onChange={setChoice} problem={choice.slug ? problem : undefined} />
          <DialogFooter>
            <Button type="submit" disabled={Boolean(problem)}>
              Add skill
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function whyNot({ slug }: SkillChoice, taken: string[]): string | undefined {
  if (!isSlug(slug)) return 'slug must be 1-64 chars, alphanumeric + underscore'
  return taken.includes(slug) ? 'slug must be unique' : undefined
}
