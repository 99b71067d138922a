'use client'

/** A SkillSet from a file: dropped on the frame, or chosen. */
import { FileUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type DragEvent, useId, useState, useTransition } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { IssueList } from '../studio/issue-list.tsx'
import { cn } from '../ui/cn.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

type UploadProps = {
  handles: string[]
  upload: (handle: string, text: string) => Promise<ActionResult<string>>
}

export function UploadSkillSet({ handles, upload }: UploadProps) {
  const id = useId()
  const router = useRouter()
  const [handle, setHandle] = useState(handles[0] ?? '')
  const [isOver, setOver] = useState(false)
  const [failed, setFailed] = useState<{ name: string; error: PublicError }>()
  const [isPending, start] = useTransition()

  function take(file: File | undefined) {
    if (!file) return
    start(async () => {
      setFailed(undefined)
      const answer = await upload(handle, await file.text())
      if (answer.ok) router.push(paths.publishSkillSet(answer.data))
      else setFailed({ name: file.name, error: answer.error })
    })
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <div className="grid content-start gap-3">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'grid cursor-pointer justify-items-center gap-1 rounded-lg border border-input border-dashed px-6 py-8 text-center text-sm hover:bg-muted/50 has-focus-visible:outline-2 has-focus-visible:outline-ring',
          isOver && 'border-primary bg-accent',
        )}
      >
        <FileUp className="mb-1 size-6 text-muted-foreground" aria-hidden />
        <span className="font-medium">{isPending ? 'Reading the file…' : 'Upload a SkillSet as JSON'}</span>
        <span className="text-muted-foreground">Drop the file here, or choose it. It becomes a draft.</span>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          disabled={isPending}
          className="sr-only"
          onChange={({ target }) => {
            take(target.files?.[0])
            // The same file may be chosen again once it is mended.
            target.value = ''
          }}
        />
      </label>
      {handles.length > 1 && (
        <Field label="Upload as" className="max-w-60">
          {(wired) => (
            <Select {...wired} value={handle} onChange={({ target }) => setHandle(target.value)}>
              {handles.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {failed && (
        <div className="grid gap-2 rounded-lg border border-destructive/40 bg-card px-4 py-3">
          <p className="font-medium text-sm">{failed.name} was not taken</p>
          <IssueList error={failed.error} />
        </div>
      )}
    </div>
  )
}
