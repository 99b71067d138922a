'use client'

import type { LucideIcon } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { cn } from '../../ui/cn.ts'

type DropZoneProps = {
  icon: LucideIcon
  title: string
  accept: string
  disabled: boolean
  onFile: (file: File) => void
  children: ReactNode
}

export function DropZone({ icon: Icon, title, accept, disabled, onFile, children }: DropZoneProps) {
  const id = useId()
  const [isDraggedOver, setDraggedOver] = useState(false)

  function passFirst(files: FileList | null) {
    if (files?.[0]) onFile(files[0])
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setDraggedOver(false)
    passFirst(event.dataTransfer.files)
  }

  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
      className={cn(
        'grid min-h-40 cursor-pointer content-center justify-items-center gap-1 rounded-lg border border-input border-dashed px-6 py-8 text-center text-sm hover:bg-muted/50 has-focus-visible:outline-2 has-focus-visible:outline-ring',
        isDraggedOver && 'border-primary bg-accent',
      )}
    >
      <Icon className="mb-1 size-6 text-muted-foreground" aria-hidden />
      <span className="font-medium">{title}</span>
      <span className="text-pretty text-muted-foreground">{children}</span>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => {
          passFirst(target.files)
          // Without this, choosing the same file again would fire no change event.
          target.value = ''
        }}
      />
    </label>
  )
}
