import { Eye, SquarePen, SquareTerminal } from 'lucide-react'
import { RISK_LABELS } from '#lib/contract/document/permission-words.ts'
import type { RiskLevel } from '#lib/contract/document/skillset-document.ts'
import { Badge } from '../ui/badge.tsx'

const ICONS = { 'read-only': Eye, writes: SquarePen, commands: SquareTerminal }

/** How much a step, or a whole plan, can do at most. */
export function RiskBadge({ level }: { level: RiskLevel }) {
  const Icon = ICONS[level]
  return (
    <Badge variant={level === 'read-only' ? 'neutral' : 'warning'}>
      <Icon aria-hidden /> {RISK_LABELS[level]}
    </Badge>
  )
}
