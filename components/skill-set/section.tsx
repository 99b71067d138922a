import { type ReactNode, useId } from 'react'

/** A part of a page under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="font-semibold text-lg tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}
