'use client'

import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { describeFileText, readFileText } from '#lib/contracts/forms/typed-text/file-text.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { Button } from '../button.tsx'
import type { ControlProps } from './field.tsx'
import { FileButton } from './file-picker.tsx'

export type FileControlProps = {
  controlProps: ControlProps
  label: string
  /** The media types that the picker offers. */
  accept: string | undefined
  disabled: boolean
}

type FileButtonsProps = FileControlProps & {
  isSet: boolean
  isBusy?: boolean
  problem: string | undefined
  note: string
  onFile: (file: File) => void
  onRemove: () => void
  /** Shows the chosen file. */
  children: ReactNode
}

export function FileButtons(props: FileButtonsProps) {
  const { controlProps, label, accept, disabled, isSet, isBusy = false, problem, note, children } = props
  return (
    <div className="grid gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <FileButton
          {...controlProps}
          size="sm"
          fileId={controlProps.id}
          accept={accept}
          disabled={disabled || isBusy}
          aria-label={`Choose a file: ${label}`}
          onFile={props.onFile}
        >
          {isSet ? 'Choose another' : 'Choose a file'}
        </FileButton>
        {children}
        {isSet && !isBusy && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove the file: ${label}`}
            disabled={disabled}
            onClick={props.onRemove}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      <p className="text-muted-foreground text-xs">{note}</p>
    </div>
  )
}

/** A server action accepts 4 MB (`next.config.js`); base64 adds a third. Larger files use blobs. */
const MAX_FILE_BYTES = 2 * 1024 * 1024

type FileTextInputProps = FileControlProps & {
  value: string | undefined
  /** Whether the value is a data URL. If not, it is the base64 text alone. */
  isDataUrl: boolean
  onChange: (text: string | undefined) => void
}

/** Keeps a small file as text in the value of the field. */
export function FileTextInput({ value, isDataUrl, onChange, ...control }: FileTextInputProps) {
  const [problem, setProblem] = useState<string>()
  async function storeFile(file: File) {
    const isTooLarge = file.size > MAX_FILE_BYTES
    const limit = `The maximum file size is ${formatBytes(MAX_FILE_BYTES)}.`
    setProblem(isTooLarge ? `“${file.name}” is ${formatBytes(file.size)}. ${limit}` : undefined)
    if (!isTooLarge) onChange(await readFileText(file, isDataUrl))
  }
  return (
    <FileButtons
      {...control}
      isSet={value !== undefined}
      problem={problem}
      note={`Sent as part of the input, up to ${formatBytes(MAX_FILE_BYTES)}.`}
      onFile={storeFile}
      onRemove={() => onChange(undefined)}
    >
      {value !== undefined && <span className="truncate text-sm">{describeFileText(value)}</span>}
    </FileButtons>
  )
}
