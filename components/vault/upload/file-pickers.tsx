'use client'

import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import { folderUnder } from '../tree/use-row-drag.ts'
import { droppedFiles, type GivenFile } from './upload-files.ts'

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

type DropZoneProps = {
  onFiles: (files: GivenFile[], folder: string) => void
  className: string
  children: ReactNode
}

export function DropZone({ onFiles, className, children }: DropZoneProps) {
  const [over, setOver] = useState<string>()

  const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has a button beside it that does the same
    <div
      className={className}
      onDragOver={(event) => {
        if (!isOfFiles(event)) return
        event.preventDefault()
        setOver(folderUnder(event))
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(undefined)
      }}
      onDropCapture={(event) => {
        if (!isOfFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(undefined)
        const folder = folderUnder(event)
        void droppedFiles(event.dataTransfer).then((files) => onFiles(files, folder))
      }}
    >
      {children}
      {over !== undefined && (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-xl border-2 border-primary border-dashed bg-background/85">
          <p className="flex items-center gap-2 font-medium">
            <Upload className="size-5" aria-hidden />
            Drop the files to upload them to {over === '' ? 'the vault' : `“${over}”`}
          </p>
        </div>
      )}
    </div>
  )
}
