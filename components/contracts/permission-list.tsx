import { Clock, Coins, FileText, Globe, KeyRound, Plug, Puzzle, TriangleAlert, Wrench } from 'lucide-react'
import type { PermissionLine } from '#lib/contracts/permissions/permission-lines.ts'

const ICONS = {
  network: Globe,
  secret: KeyRound,
  account: Plug,
  tool: Wrench,
  vault: FileText,
  skill: Puzzle,
  risk: TriangleAlert,
  lane: Clock,
  price: Coins,
}

export function PermissionList({ lines }: { lines: PermissionLine[] }) {
  return (
    <ul className="grid gap-2 text-sm">
      {lines.map((line) => {
        const Icon = ICONS[line.kind]
        return (
          <li key={line.sentence} className="flex gap-2.5">
            <Icon
              className={`mt-0.5 size-4 shrink-0 ${line.isSevere ? 'text-destructive' : 'text-muted-foreground'}`}
              aria-hidden
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {line.isSevere && <strong className="text-destructive">Caution: </strong>}
              {line.sentence}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
