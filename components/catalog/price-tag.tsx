import { cn } from '../ui/cn.ts'

/** What a run costs. A price stands out; that there is none does not. */
export function PriceTag({ price, className }: { price: string; className?: string }) {
  if (price === '0') return <span className={cn('text-muted-foreground', className)}>Free</span>
  return (
    <span className={cn('whitespace-nowrap', className)}>
      <span className="font-medium text-foreground">{price} USDC</span>
      <span className="text-muted-foreground"> per run</span>
    </span>
  )
}
