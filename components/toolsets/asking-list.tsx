import type { AskingChange } from '#lib/toolsets/list-toolsets.ts'
import { Witness } from '../changes/witness.tsx'

/** What somebody has to agree to, a line each; of a text, what it said and what it says now. */
export function AskingList({ changes }: { changes: AskingChange[] }) {
  return (
    <ul className="grid grid-cols-1 gap-2.5 text-sm">
      {changes.map((change) => (
        <li key={change.sentence} className="flex gap-2">
          <span className="mt-2 size-1 shrink-0 rounded-full bg-muted-foreground" aria-hidden />
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5 [overflow-wrap:anywhere]">
            <p>{change.sentence}</p>
            <Witness change={change} />
            {(change.before ?? change.after) !== undefined && (
              <dl className="grid grid-cols-1 gap-1.5">
                <Said when="Before" text={change.before} />
                <Said when="Now" text={change.after} />
              </dl>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Said({ when, text }: { when: string; text: string | undefined }) {
  return (
    <div className="grid gap-x-3 gap-y-0.5 rounded-md bg-muted/50 px-3 py-2 sm:grid-cols-[3.5rem_minmax(0,1fr)]">
      <dt className="text-muted-foreground">{when}</dt>
      <dd className="whitespace-pre-wrap">{text ?? 'Nothing.'}</dd>
    </div>
  )
}
