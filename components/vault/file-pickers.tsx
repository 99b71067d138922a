'use client'

/** The browser's own dialogs for choosing files, opened by buttons elsewhere. */
import { type Ref, useImperativeHandle, useRef } from 'react'
import type { GivenFile } from './dropped-files.ts'

export type Pickers = { pickFiles: () => void; pickArchive: () => void }

type FilePickersProps = {
  ref: Ref<Pickers>
  onFiles: (files: GivenFile[]) => void
  onArchive: (archive: File) => void
}

export function FilePickers({ ref, onFiles, onArchive }: FilePickersProps) {
  const files = useRef<HTMLInputElement>(null)
  const archive = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({
    pickFiles: () => files.current?.click(),
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
          onFiles([...(target.files ?? [])].map((file) => ({ path: file.name, file })))
          target.value = ''
        }}
      />
      <input
        ref={archive}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Archive to unpack"
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) onArchive(chosen)
          target.value = ''
        }}
      />
    </>
  )
}
