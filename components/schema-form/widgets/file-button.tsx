import { FileUp, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import type { useWidget } from '../frame/field-notes.tsx'

type FileButtonProps = {
  field: ReturnType<typeof useWidget>
  disabled?: boolean
  onFile: (file: File) => void
  input?: RefObject<HTMLInputElement | null>
}

export function FileButton({ field, disabled = false, onFile, input }: FileButtonProps) {
  const { id, label, facts, json, control } = field
  const own = useRef<HTMLInputElement>(null)
  const picker = input ?? own
  const { contentMediaType } = facts
  return (
    <>
      <Button
        {...control}
        variant="outline"
        size="sm"
        disabled={disabled || field.disabled}
        aria-label={`Choose a file: ${label}`}
        onClick={() => picker.current?.click()}
      >
        <FileUp aria-hidden /> {json === undefined ? 'Choose a file' : 'Choose another'}
      </Button>
      <FilePicker
        ref={picker}
        aria-hidden
        data-file={id}
        accept={typeof contentMediaType === 'string' ? contentMediaType : undefined}
        onFile={onFile}
      />
    </>
  )
}

type RemoveFileProps = { label: string; disabled: boolean | undefined; onRemove: () => void }

export function RemoveFile({ label, disabled, onRemove }: RemoveFileProps) {
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={`Remove the file: ${label}`}
      disabled={disabled}
      onClick={onRemove}
    >
      <X aria-hidden />
    </Button>
  )
}
