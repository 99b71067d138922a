import type { ReactNode } from 'react'

/** One chapter of a page of documentation: a heading that can be linked to, and its text. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 pt-10">
      <h2 id={id} className="group scroll-mt-20 text-balance font-semibold text-lg tracking-tight">
        {title}{' '}
        <a
          href={`#${id}`}
          aria-label={`Link to “${title}”`}
          className="text-muted-foreground opacity-0 transition-opacity focus-visible:opacity-100 group-hover:opacity-100"
        >
          #
        </a>
      </h2>
      {children}
    </section>
  )
}

/** Running text. */
export function Text({ children }: { children: ReactNode }) {
  return <div className="prose-quiet text-pretty">{children}</div>
}

/** Code or JSON, as it is typed. */
export function Sample({ label, children }: { label: string; children: string }) {
  return (
    <figure className="grid min-w-0 gap-1.5">
      <figcaption className="text-muted-foreground text-sm">{label}</figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-border bg-muted px-4 py-3 font-mono text-[0.8125rem] leading-relaxed"
      >
        {children.trim()}
      </pre>
    </figure>
  )
}
