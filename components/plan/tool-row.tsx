import { ChevronRight } from 'lucide-react'

// More than these are counted, not named.
const AT_MOST = 6

/** The tools of a plan's steps, in their order, in little. */
export function ToolRow({ tools }: { tools: string[] }) {
  if (tools.length === 0) return <p className="text-muted-foreground text-xs">No steps yet</p>
  const more = tools.length - AT_MOST
  return (
    <ol
      aria-label={`${tools.length} ${tools.length === 1 ? 'step' : 'steps'}`}
      className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-1 text-muted-foreground text-xs"
    >
      {tools.slice(0, AT_MOST).map((tool, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <li key={index} className="flex min-w-0 max-w-full items-center gap-1">
          {index > 0 && <ChevronRight className="size-3 shrink-0" aria-hidden />}
          <code className="truncate rounded-sm bg-muted px-1.5 py-0.5 font-mono text-[0.6875rem]">
            {tool}
          </code>
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ol>
  )
}
