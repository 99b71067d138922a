import type { ReactNode } from 'react'
import type { PublicError } from '#lib/errors.ts'
import { ErrorView } from './error-view.tsx'

type OutputRefusalProps = { error: PublicError; remedy?: ReactNode }

/** The output of a call that was refused: why, and that nothing ran. */
export function OutputRefusal({ error, remedy }: OutputRefusalProps) {
  return (
    <section
      aria-label="Output"
      className="grid min-w-0 gap-4 rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5"
    >
      <h2 className="font-semibold text-sm">Output</h2>
      <ErrorView error={error} remedy={remedy} />
      <p className="text-muted-foreground text-sm">Nothing ran.</p>
    </section>
  )
}
