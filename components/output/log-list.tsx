import type { RunView } from '#lib/execution/run-view.ts'

const COLOURS = {
  debug: 'text-muted-foreground',
  info: 'text-info',
  log: 'text-muted-foreground',
  warn: 'text-warning',
  error: 'text-destructive',
} as const

/** What the skill wrote to its console, oldest first, with the milliseconds since it began. */
export function LogList({ logs }: { logs: RunView['logs'] }) {
  if (logs.length === 0) {
    return <p className="text-muted-foreground text-sm">The skill wrote nothing to its log.</p>
  }
  return (
    <section
      aria-label="Log lines"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md bg-muted p-3 font-mono text-xs"
    >
      <ol className="grid gap-0.5">
        {logs.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
          <li key={index} className="grid grid-cols-[4.5rem_3rem_minmax(0,1fr)] gap-2">
            <span className="text-right text-muted-foreground tabular-nums">{Math.round(line.atMs)} ms</span>
            <span className={COLOURS[line.level]}>{line.level}</span>
            <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{line.text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
