'use client'

import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import { folderUnder } from '../tree/use-row-drag.ts'
import { droppedFiles, type UploadFile } from './upload-files.ts'

export type Pickers = { pickFiles: (folder: string) => void; pickArchive: () => void }

type FilePickersProps = {
  ref: Ref<Pickers>
  onFiles: (files: UploadFile[], folder: string) => void
  onArchive: (archive: File) => void
}

export function FilePickers({ ref, onFiles, onArchive }: FilePickersProps) {
  const files = useRef<HTMLInputElement>(null)
  const archive = useRef<HTMLInputElement>(null)
  const targetFolder = useRef('')
  useImperativeHandle(ref, () => ({
    pickFiles(folder) {
      targetFolder.current = folder
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
          onFiles(chosen, targetFolder.current)
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
  onFiles: (files: UploadFile[], folder: string) => void
  className: string
  children: ReactNode
}

export function DropZone({ onFiles, className, children }: DropZoneProps) {
  const [hoveredFolder, setHoveredFolder] = useState<string>()

  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has a button beside it that does the same
    <div
      className={className}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setHoveredFolder(folderUnder(event))
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setHoveredFolder(undefined)
      }}
      onDropCapture={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        setHoveredFolder(undefined)
        const folder = folderUnder(event)
        void droppedFiles(event.dataTransfer).then((files) => onFiles(files, folder))
      }}
    >
      {children}
      {hoveredFolder !== undefined && (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-xl border-2 border-primary border-dashed bg-background/85">
          <p className="flex items-center gap-2 font-medium">
            <Upload className="size-5" aria-hidden />
            Drop the files to upload them to {hoveredFolder === '' ? 'the vault' : `“${hoveredFolder}”`}
          </p>
        </div>
      )}
    </div>
  )
}
