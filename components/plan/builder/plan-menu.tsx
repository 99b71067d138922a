'use client'

/** What can be done with the plan as a whole. */
import { Download, EllipsisVertical, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { toast } from 'sonner'
import { readDocument, writeDocument } from '#lib/contract/document/read-document.ts'
import { Button } from '../../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { usePlan } from './plan-desk.tsx'
import { useSavedPlan } from './plan-studio.tsx'

export function PlanMenu() {
  const { plan, edit } = usePlan()
  const { slug } = useSavedPlan()
  const input = useRef<HTMLInputElement>(null)

  async function take(file: File) {
    const { document, issues } = readDocument(await file.text())
    if (!document) return toast.error(`${file.name}: ${issues[0]?.message}`)
    const before = plan
    edit(() => document)
    toast(`${file.name} is in the builder.`, { action: { label: 'Undo', onClick: () => edit(() => before) } })
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="icon" aria-label="More with this plan">
            <EllipsisVertical aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => saveFile(`${slug}.plan.json`, writeDocument(plan))}>
            <Download aria-hidden /> Export JSON
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => input.current?.click()}>
            <FileUp aria-hidden /> Import JSON
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <FilePicker ref={input} aria-hidden data-file="plan" accept="application/json,.json" onFile={take} />
    </>
  )
}
