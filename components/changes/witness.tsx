/** The value that shows a change: “e.g. {"limit":21} was accepted and is now refused.” Nothing where there is none. */
import type { Change } from '#lib/contract/changes/changes.ts'
import { witnessText } from '#lib/contract/changes/witness-text.ts'

export function Witness({ change }: { change: Pick<Change, 'witness' | 'direction'> }) {
  const shown = witnessText(change)
  if (!shown) return null
  return (
    <span className="block text-muted-foreground text-xs leading-relaxed">
      e.g.{' '}
      <code className="rounded bg-muted px-1 py-0.5 font-mono [overflow-wrap:anywhere]">{shown.value}</code>{' '}
      {shown.says}
    </span>
  )
}
