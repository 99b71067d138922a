import type { ReactNode } from 'react'

type SectionProps = {
  /** The anchor that the navigation and notices point to. */
  id: string
  title: string
  /** One line under the title. */
  about?: ReactNode
  children: ReactNode
}

/** One part of the submission page, reachable by its anchor. */
export function Section({ id, title, about, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-4">
      <div className="grid gap-1">
        <h2 id={id} className="scroll-mt-28 font-semibold text-lg tracking-tight lg:scroll-mt-20">
          {title}
        </h2>
        {about && <p className="max-w-3xl text-pretty text-muted-foreground text-sm">{about}</p>}
      </div>
      {children}
    </section>
  )
}
