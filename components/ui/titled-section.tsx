import type { ReactNode } from 'react'

/** A part of a page under a heading of the second level. */
export function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="font-semibold text-lg tracking-tight">{title}</h2>
      {children}
    </section>
  )
}
