'use client'

import { ArrowDown, ArrowUp, Copy, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isObject } from '#lib/kernel/json/json.ts'
import { append, listAt, moveItem, removeItem, textAt } from '../../../drafts/edit-document.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../ui/dialogs/dropdown-menu.tsx'
import { useStudio } from '../state/studio-context.tsx'
import { goToLocation } from '../state/studio-navigation.ts'
import { skillPointer } from '../state/studio-sections.ts'

export function SkillMenu({ skill }: { skill: number }) {
  const { state, edit, value } = useStudio()
  const [isRemoving, setRemoving] = useState(false)
  const count = listAt(state.document, '/skills').length
  const name = textAt(state.document, `${skillPointer(skill)}/name`) || 'this skill'

  function move(by: number) {
    edit((document) => moveItem(document, '/skills', skill, by))
    goToLocation({ section: 'details', skill: skill + by })
  }

  function duplicate() {
    const original = value(skillPointer(skill))
    if (!isObject(original)) return
    const copy = { ...original, slug: `${original.slug}_copy`, name: `${original.name} (copy)` }
    edit((document) => append(document, '/skills', copy))
    goToLocation({ section: 'details', skill: count })
  }

  async function remove() {
    edit((document) => removeItem(document, '/skills', skill, true))
    goToLocation({ section: 'details' })
    return { ok: true as const, data: null }
  }

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon-sm" variant="outline" aria-label="More about this skill">
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem disabled={skill === 0} onSelect={() => move(-1)}>
            <ArrowUp aria-hidden /> Move up
          </DropdownMenuItem>
          <DropdownMenuItem disabled={skill === count - 1} onSelect={() => move(1)}>
            <ArrowDown aria-hidden /> Move down
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={duplicate}>
            <Copy aria-hidden /> Duplicate
          </DropdownMenuItem>
          <DropdownMenuItem destructive onSelect={() => setRemoving(true)}>
            <Trash2 aria-hidden /> Remove…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove ${name}?`}
        description="Its definition, schemas, prompt and examples will be removed. Published versions are not affected."
        confirmLabel="Remove"
        onConfirm={remove}
      />
    </>
  )
}
