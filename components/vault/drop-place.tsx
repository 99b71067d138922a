'use client'

/** The whole page takes files that are dropped on it; a row of the tree into its folder. */
import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { droppedFiles, type GivenFile } from './dropped-files.ts'
import { folderUnder } from './use-row-drag.ts'

type DropPlaceProps = {
  onFiles: (files: GivenFile[], folder: string) => void
  className: string
  children: ReactNode
}

export function DropPlace({ onFiles, className, children }: DropPlaceProps) {
  /** The folder that is pointed at; undefined while nothing is held over the page. */
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
            Drop the files to put them into {over === '' ? 'the vault' : `“${over}”`}
          </p>
        </div>
      )}
    </div>
  )
}
