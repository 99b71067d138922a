'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { newSkill, type SkillChoice } from '#lib/contracts/document/empty-document.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { isSlug } from '#lib/kernel/names/skill-name.ts'
import { append, listAt, textAt } from '../../../drafts/edit-document.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { useStudio } from '../state/studio-context.tsx'
import { goToLocation } from '../state/studio-navigation.ts'
import { skillPointer } from '../state/studio-sections.ts'
import { SkillChoices } from './skill-choices.tsx'

const EMPTY_CHOICE: SkillChoice = { name: '', slug: '', kind: 'action', runtime: 'javascript' }

export function AddSkillDialog({ onAdded }: { onAdded?: () => void }) {
  const { state, edit } = useStudio()
  const [isOpen, setOpen] = useState(false)
  const [choice, setChoice] = useState(EMPTY_CHOICE)
  const count = listAt(state.document, '/skills').length
  const usedSlugs = Array.from({ length: count }, (_, index) =>
    textAt(state.document, `${skillPointer(index)}/slug`),
  )
  const problem = slugError(choice, usedSlugs)

  function add() {
    edit((document) => append(document, '/skills', newSkill(choice) as Json))
    setOpen(false)
    setChoice(EMPTY_CHOICE)
    goToLocation({ section: 'details', skill: count })
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
      <DialogContent
        title="Add a skill"
        description="A function or a page of instructions with its own contract."
      >
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (!problem) add()
          }}
        >
          <SkillChoices
            choice={choice}
            onChange={setChoice}
            problems={choice.slug && problem ? { slug: [problem] } : undefined}
          />
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

function slugError({ slug }: SkillChoice, usedSlugs: string[]): string | undefined {
  if (!isSlug(slug)) return 'slug must be 1-64 chars, alphanumeric + underscore'
  return usedSlugs.includes(slug) ? 'slug must be unique' : undefined
}
