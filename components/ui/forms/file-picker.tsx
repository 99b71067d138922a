'use client'

import { FileUp } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { Button, type ButtonProps } from '../button.tsx'

type FilePickerProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'multiple'> & {
  onFile: (file: File) => void
}

export function FilePicker({ onFile, ...rest }: FilePickerProps) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      onChange={({ target }) => {
        const [file] = target.files ?? []
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}

type FileButtonProps = ButtonProps & Pick<FilePickerProps, 'accept' | 'onFile'> & { fileId: string }

/** A button that opens a file picker. The picker has `fileId` as `data-file`, by which code elsewhere finds it. */
export function FileButton({ accept, onFile, fileId, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="outline" {...button} onClick={() => input.current?.click()}>
        <FileUp aria-hidden /> {children}
      </Button>
      <FilePicker ref={input} aria-hidden data-file={fileId} accept={accept} onFile={onFile} />
    </>
  )
}
