import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'

export function DocsSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
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

export function Text({ children }: { children: ReactNode }) {
  return <div className="prose-quiet text-pretty">{children}</div>
}

type SampleProps = {
  label: string
  canCopy?: boolean
  children: string
}

export function Sample({ label, canCopy = false, children }: SampleProps) {
  return (
    <figure className="grid min-w-0 gap-1.5">
      <figcaption className="flex items-end justify-between gap-3 text-muted-foreground text-sm">
        <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
        {canCopy && <CopyButton text={children.trim()} label={`Copy: ${label}`} variant="ghost" />}
      </figcaption>
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
