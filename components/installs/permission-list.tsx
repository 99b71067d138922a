import { Coins, FileText, Globe, KeyRound, Puzzle, TriangleAlert, Wrench } from 'lucide-react'
import type { PermissionLine } from '#lib/contract/document/permission-words.ts'

const ICONS = {
  network: Globe,
  secret: KeyRound,
  tool: Wrench,
  vault: FileText,
  skill: Puzzle,
  risk: TriangleAlert,
  price: Coins,
}

/** What a version may do, a line each; the grave ones stand out. */
export function PermissionList({ lines }: { lines: PermissionLine[] }) {
  return (
    <ul className="grid gap-2 text-sm">
      {lines.map((line) => {
        const Icon = ICONS[line.kind]
        return (
          <li key={line.sentence} className="flex gap-2.5">
            <Icon
              className={`mt-0.5 size-4 shrink-0 ${line.isGrave ? 'text-destructive' : 'text-muted-foreground'}`}
              aria-hidden
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {line.isGrave && <strong className="text-destructive">Take care: </strong>}
              {line.sentence}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
