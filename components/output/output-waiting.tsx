import { PlayCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { isObject, type JsonSchema } from '#lib/contract/json/json.ts'
import { describedFields } from './described-fields.ts'

type OutputWaitingProps = {
  /** What to do. */
  children: ReactNode
  /** What will be promised. */
  response?: JsonSchema
}

/** Where the output will be, before the first run: what to do, and what the contract promises for it. */
export function OutputWaiting({ children, response }: OutputWaitingProps) {
  const promised = isObject(response) ? describedFields({}, response, response) : []
  const named = promised.filter(({ key }) => key !== 'message')
  return (
    <section
      aria-label="Output"
      className="grid min-h-64 min-w-0 content-center justify-items-center gap-3 rounded-lg border border-border border-dashed p-6 text-center"
    >
      <PlayCircle className="size-8 text-muted-foreground/70" strokeWidth={1.5} aria-hidden />
      <p className="max-w-sm text-pretty text-muted-foreground text-sm">{children}</p>
      {named.length > 0 && (
        <ul aria-label="What comes back" className="flex max-w-md flex-wrap justify-center gap-1.5">
          {named.map(({ key, title, description }) => (
            <li
              key={key}
              title={description}
              className="rounded-full bg-muted px-2.5 py-0.5 text-muted-foreground text-xs"
            >
              {title}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
