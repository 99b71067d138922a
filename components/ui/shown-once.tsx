'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { CopyButton } from './copy-button.tsx'

type ShownOnceProps = { title: string; label: string; text: string; children: ReactNode }

/** A secret that is on the page now and never again. Takes the focus, so that nobody passes it by. */
export function ShownOnce({ title, label, text, children }: ShownOnceProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])

  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={title}
      className="grid grid-cols-1 gap-2 rounded-lg border border-success/40 bg-card p-4 outline-none"
    >
      <p className="font-medium text-sm">{title}</p>
      <div className="flex items-start gap-2">
        <code className="min-w-0 flex-1 select-all break-all rounded-md bg-muted px-3 py-1.5 text-sm leading-5">
          <span className="sr-only">{label}: </span>
          {text}
        </code>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <p className="text-muted-foreground text-sm">{children}</p>
    </section>
  )
}
