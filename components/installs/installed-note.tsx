import { Check } from 'lucide-react'
import type { InstalledView } from '#lib/catalog/views.ts'
import { rangeWords } from '#lib/contract/version/version-range.ts'
import { WaitingNote } from './waiting-note.tsx'

type InstalledNoteProps = { installed: InstalledView; organisationName: string }

/** Which version an organisation runs, what it follows, and what waits. */
export function InstalledNote({ installed, organisationName }: InstalledNoteProps) {
  const { number, range, migratesFrom, waiting } = installed
  return (
    <div className="grid gap-3 text-sm">
      <p className="flex items-start gap-2">
        <Check className="mt-0.5 size-4 shrink-0 text-success" aria-hidden />
        <span>
          {organisationName} runs version <strong>{number}</strong>.
          {range !== null && (
            <span className="block text-muted-foreground">
              {rangeWords(range, number)}
              {migratesFrom !== null && `, with the input of ${migratesFrom}.x migrated`}
            </span>
          )}
        </span>
      </p>
      {waiting && <WaitingNote number={waiting.number} />}
    </div>
  )
}
