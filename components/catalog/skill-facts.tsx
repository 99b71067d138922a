import { BookOpenText, Braces, Eye, SquarePen, SquareTerminal, Wrench } from 'lucide-react'
import type { CatalogCard } from '#lib/catalog/views.ts'
import { RISK_LABELS } from '#lib/contract/document/permission-words.ts'
import { RUNTIME_LABELS } from '#lib/contract/market/catalog-words.ts'
import { cn } from '../ui/cn.ts'
import { PriceTag } from './price-tag.tsx'

const RUNTIME_ICONS = { javascript: Braces, python: Braces, instructions: BookOpenText, built_in: Wrench }
const RISK_ICONS = { 'read-only': Eye, writes: SquarePen, commands: SquareTerminal }

type SkillFactsProps = Pick<CatalogCard, 'runtime' | 'riskLevel'> & { price?: string; className?: string }

/** What a skill runs on, how much it can do, and what a run costs. */
export function SkillFacts({ runtime, riskLevel, price, className }: SkillFactsProps) {
  const RuntimeIcon = RUNTIME_ICONS[runtime]
  const RiskIcon = RISK_ICONS[riskLevel]
  return (
    <p className={cn('flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs', className)}>
      <span className="inline-flex items-center gap-1">
        <RuntimeIcon className="size-3.5" aria-hidden />
        {RUNTIME_LABELS[runtime]}
      </span>
      <span className={cn('inline-flex items-center gap-1', riskLevel !== 'read-only' && 'text-warning')}>
        <RiskIcon className="size-3.5" aria-hidden />
        {RISK_LABELS[riskLevel]}
      </span>
      {price !== undefined && <PriceTag price={price} />}
    </p>
  )
}
