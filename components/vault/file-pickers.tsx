'use client'

/** The browser's own dialogs for choosing files, opened by buttons elsewhere. */
import { type Ref, useImperativeHandle, useRef } from 'react'
import { FilePicker } from '../ui/file-picker.tsx'
import type { GivenFile } from './dropped-files.ts'

export type Pickers = { pickFiles: (folder: string) => void; pickArchive: () => void }

type FilePickersProps = {
  ref: Ref<Pickers>
  onFiles: (files: GivenFile[], folder: string) => void
  onArchive: (archive: File) => void
}

export function FilePickers({ ref, onFiles, onArchive }: FilePickersProps) {
  const files = useRef<HTMLInputElement>(null)
  const archive = useRef<HTMLInputElement>(null)
  const into = useRef('')
  useImperativeHandle(ref, () => ({
    pickFiles(folder) {
      into.current = folder
      files.current?.click()
    },
    pickArchive: () => archive.current?.click(),
  }))
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])].map((file) => ({ path: file.name, file }))
          onFiles(chosen, into.current)
          target.value = ''
        }}
      />
      <FilePicker
        ref={archive}
        accept=".zip,application/zip"
        aria-label="Archive to unpack"
        onFile={onArchive}
      />
    </>
  )
}
