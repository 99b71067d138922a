import { paths } from '#lib/kernel/site/paths.ts'
import { Link } from '../ui/link.tsx'

const KINDS = [
  ['runs', 'Runs', paths.runs],
  ['batches', 'Batches', paths.batches],
  ['tests', 'Test runs', paths.testRuns],
  ['links', 'Shared links', paths.sharedLinks],
  ['updates', 'Updates', paths.ownReplays],
] as const

/** Links between the lists that have to do with runs. */
export function RunKinds({ current }: { current: (typeof KINDS)[number][0] }) {
  return (
    <nav aria-label="Kinds of runs" className="flex gap-1 overflow-x-auto border-border border-b">
      {KINDS.map(([kind, label, href]) => (
        <Link
          key={kind}
          href={href}
          aria-current={kind === current ? 'page' : undefined}
          className="-mb-px inline-flex h-10 shrink-0 items-center border-transparent border-b-2 px-3 font-medium text-muted-foreground text-sm hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:text-foreground"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
