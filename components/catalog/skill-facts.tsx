import {
  BadgeCheck,
  BookOpenText,
  Braces,
  Eye,
  Hourglass,
  SquarePen,
  SquareTerminal,
  Wrench,
} from 'lucide-react'
import { Fragment } from 'react'
import type { CatalogCard, Evidence } from '#lib/catalog/catalog-views.ts'
import { RUNTIME_LABELS } from '#lib/catalog/model/catalog-labels.ts'
import { runStatisticsParts } from '#lib/catalog/model/run-statistics.ts'
import { RISK_LABELS } from '#lib/contracts/permissions/permission-lines.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { cn } from '../ui/cn.ts'
import { Link } from '../ui/link.tsx'

const RUNTIME_ICONS = { javascript: Braces, python: Braces, instructions: BookOpenText, built_in: Wrench }
const RISK_ICONS = { 'read-only': Eye, writes: SquarePen, commands: SquareTerminal }

type SkillFactsProps = Pick<CatalogCard, 'runtime' | 'riskLevel'> &
  Partial<Prices> & {
    /** Set for skills of the long lane, whose runs are in the background. */
    longMinutes?: number | undefined
  }

type Prices = Pick<CatalogCard, 'price' | 'itemPrice'>

export function SkillFacts({ runtime, riskLevel, price, itemPrice, longMinutes }: SkillFactsProps) {
  const RuntimeIcon = RUNTIME_ICONS[runtime]
  const RiskIcon = RISK_ICONS[riskLevel]
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
      <span className="inline-flex items-center gap-1">
        <RuntimeIcon className="size-3.5" aria-hidden />
        {RUNTIME_LABELS[runtime]}
      </span>
      <span className={cn('inline-flex items-center gap-1', riskLevel !== 'read-only' && 'text-warning')}>
        <RiskIcon className="size-3.5" aria-hidden />
        {RISK_LABELS[riskLevel]}
      </span>
      {longMinutes !== undefined && (
        <span className="inline-flex items-center gap-1">
          <Hourglass className="size-3.5" aria-hidden />
          In the background, up to {plural(longMinutes, 'minute')}
        </span>
      )}
      {price !== undefined && <PriceTag runtime={runtime} price={price} itemPrice={itemPrice} />}
    </p>
  )
}

type PriceTagProps = Prices & Partial<Pick<CatalogCard, 'runtime'>> & { className?: string }

/** Shows "0.05 USDC per run", "up to 0.5 USDC per run" with the price of an item as its title, or "2 USDC once" for instructions. */
export function PriceTag({ runtime, price, itemPrice, className }: PriceTagProps) {
  if (price === '0') return <span className={cn('text-muted-foreground', className)}>Free</span>
  return (
    <span
      className={cn('whitespace-nowrap', className)}
      title={itemPrice && `${itemPrice} USDC for each item of the result`}
    >
      {itemPrice && <span className="text-muted-foreground">up to </span>}
      <span className="font-medium text-foreground">{price} USDC</span>
      <span className="text-muted-foreground">{runtime === 'instructions' ? ' once' : ' per run'}</span>
    </span>
  )
}

/** Shows the figures of the last 30 days: "42 runs · 98% succeeded · 120 ms". */
export function EvidenceLine({ evidence }: { evidence: Evidence }) {
  return (
    <p className="text-muted-foreground text-xs tabular-nums" title="In the last 30 days">
      {runStatisticsParts(evidence).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && <span aria-hidden> · </span>}
          <span className="whitespace-nowrap">{part}</span>
        </Fragment>
      ))}
    </p>
  )
}

type PublisherNameProps = { handle: string; name?: string; verified: boolean; className?: string }

export function PublisherName({ handle, name = handle, verified, className }: PublisherNameProps) {
  return (
    <span className={cn('inline-flex min-w-0 items-center gap-1', className)}>
      <Link href={paths.publisher(handle)} className="truncate underline-offset-4 hover:underline">
        {name}
      </Link>
      {verified && <VerifiedMark />}
    </span>
  )
}

export function VerifiedMark({ className }: { className?: string }) {
  return (
    <span
      title="Verified: an admin of this site checked the publisher’s name"
      className="inline-flex shrink-0"
    >
      <BadgeCheck className={cn('size-4 text-primary', className)} aria-hidden />
      <span className="sr-only">verified publisher: an admin of this site checked the name</span>
    </span>
  )
}
