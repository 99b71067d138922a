export type SectionLink = {
  id: string
  label: string
  count?: number
  /** Something in there wants a look before anything else. */
  isAlarming?: boolean
}

/** The parts of a long page: a column beside it where there is room, else a strip above it that stays. */
export function SectionNav({ sections }: { sections: SectionLink[] }) {
  return (
    <nav
      aria-label="Parts of the submission"
      className="-mx-4 sticky top-(--header-height) z-20 border-border border-b bg-background px-4 sm:-mx-6 sm:px-6 lg:top-[calc(var(--header-height)+1.5rem)] lg:mx-0 lg:border-0 lg:px-0"
    >
      <ul className="relative flex gap-1 overflow-x-auto py-2 [scrollbar-width:none] lg:-ml-2.5 lg:grid lg:gap-0.5 lg:py-0">
        {sections.map(({ id, label, count, isAlarming }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              className="flex items-center justify-between gap-2 whitespace-nowrap rounded-md px-2.5 py-1.5 text-muted-foreground text-sm -outline-offset-2 hover:bg-muted hover:text-foreground"
            >
              <span className="inline-flex items-center gap-1.5">
                {label}
                {isAlarming && <Dot />}
              </span>
              {count !== undefined && (
                <span className="rounded-full bg-muted px-1.5 text-xs tabular-nums">{count}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Dot() {
  return (
    <span className="size-1.5 rounded-full bg-destructive">
      <span className="sr-only">look here first</span>
    </span>
  )
}
