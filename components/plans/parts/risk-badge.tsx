import { Eye, SquarePen, SquareTerminal } from 'lucide-react'
import type { RiskLevel } from '#lib/contracts/document/skillset-document.ts'
import { RISK_LABELS } from '#lib/contracts/permissions/permission-lines.ts'
import { Badge } from '../../ui/badge.tsx'

const ICONS = { 'read-only': Eye, writes: SquarePen, commands: SquareTerminal }

export function RiskBadge({ level }: { level: RiskLevel }) {
  const Icon = ICONS[level]
  return (
    <Badge variant={level === 'read-only' ? 'neutral' : 'warning'}>
      <Icon aria-hidden /> {RISK_LABELS[level]}
    </Badge>
  )
}
