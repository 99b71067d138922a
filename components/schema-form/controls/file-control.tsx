'use client'

/** A file, sent inside the input as text, so there is a limit. For larger ones a contract takes blobs: `blob-control.tsx`. */
import { FileUp, X } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { sizeWords } from '#lib/contract/market/size-words.ts'
import { Button } from '../../ui/button.tsx'
import type { DrawnField } from '../drawn-field.ts'
import { useForm } from '../form-context.ts'
import { useControl } from '../use-control.ts'
import { describeFile, MAX_FILE_BYTES, readAsText } from './file-text.ts'

export function FileControl({ id, label, facts, json, required, change }: DrawnField) {
  const { disabled } = useForm()
  const control = useControl(id, facts, required)
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const { contentMediaType } = facts
  const isDataUrl = facts.format === 'data-url' || facts.contentEncoding === undefined

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file can be chosen again after it was changed.
    target.value = ''
    if (!file) return
    if (file.size > MAX_FILE_BYTES) {
      setProblem(
        `“${file.name}” is ${sizeWords(file.size)}. Files are sent inside the input and may have ${sizeWords(MAX_FILE_BYTES)}.`,
      )
      return
    }
    setProblem(undefined)
    change(await readAsText(file, isDataUrl))
  }
  return (
    <div className="grid gap-1">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Button
          {...control}
          variant="outline"
          size="sm"
          disabled={disabled}
          aria-label={`Choose a file: ${label}`}
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden /> {json === undefined ? 'Choose a file' : 'Choose another'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-hidden
          data-file={id}
          accept={typeof contentMediaType === 'string' ? contentMediaType : undefined}
          onChange={take}
        />
        {typeof json === 'string' && (
          <span className="flex min-w-0 items-center gap-1 text-sm">
            <span className="truncate">{describeFile(json)}</span>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Remove the file: ${label}`}
              disabled={disabled}
              onClick={() => change(undefined)}
            >
              <X aria-hidden />
            </Button>
          </span>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      <p className="text-muted-foreground text-xs">
        Sent inside the input, up to {sizeWords(MAX_FILE_BYTES)}.
      </p>
    </div>
  )
}
