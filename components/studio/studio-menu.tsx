'use client'

import { Download, Ellipsis, GitBranch, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { writeDocument } from '#lib/contract/document/read-document.ts'
import { Button } from '../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import { FilePicker } from '../ui/file-picker.tsx'
import { saveFile } from '../ui/save-file.ts'
import { attempt } from './attempt.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { type Incoming, ReplaceDialog } from './replace-dialog.tsx'
import { useStudio } from './studio-context.tsx'
import { wasPublished } from './was-published.ts'

/** The document as a whole: out, in, afresh, away. */
export function StudioMenu() {
  const { data, state, store, actions } = useStudio()
  const [incoming, setIncoming] = useState<Incoming>()
  const [isDeleting, setDeleting] = useState(false)
  const picker = useRef<HTMLInputElement>(null)

  async function download() {
    // What is stored is what is handed out; without a network, what is here.
    if (await store.flush()) window.location.assign(data.downloadHref)
    else saveFile(`${state.slug}.skillset.json`, writeDocument(state.document))
  }

  async function take(from: string, read: () => Promise<Incoming['answer']>) {
    setIncoming({ from, answer: await attempt(read) })
  }

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon-sm" variant="outline" aria-label="More about this draft">
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={download}>
            <Download aria-hidden /> Download JSON
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => picker.current?.click()}>
            <Upload aria-hidden /> Upload JSON…
          </DropdownMenuItem>
          {data.latest && (
            <DropdownMenuItem onSelect={() => take(`version ${data.latest}`, actions.readPublished)}>
              <GitBranch aria-hidden /> Begin again from {data.latest}…
            </DropdownMenuItem>
          )}
          <DropdownMenuSeparator />
          <DropdownMenuItem destructive onSelect={() => setDeleting(true)}>
            <Trash2 aria-hidden /> {wasPublished(data) ? 'Discard this draft…' : 'Delete this SkillSet…'}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <FilePicker
        ref={picker}
        accept=".json,application/json"
        aria-label="SkillSet as JSON"
        onFile={(file) => take(file.name, async () => actions.readUpload(await file.text()))}
      />
      <ReplaceDialog incoming={incoming} onClose={() => setIncoming(undefined)} />
      <DeleteDialog isOpen={isDeleting} onOpenChange={setDeleting} />
    </>
  )
}
