import { Star } from 'lucide-react'
import type { CatalogCard } from '#lib/catalog/views.ts'

/** "★ 4.5 (2)": what people gave a skill's SkillSet, with a word for who does not see it. */
export function RatingMark({ rating: { mean, count } }: { rating: NonNullable<CatalogCard['rating']> }) {
  const words = `${mean} of 5, rated by ${count === 1 ? 'one person' : `${count} people`}`
  return (
    <p className="flex items-center gap-1 text-muted-foreground text-xs tabular-nums" title={words}>
      <Star aria-hidden className="size-3 fill-current text-warning" />
      <span aria-hidden>
        {mean} ({count})
      </span>
      <span className="sr-only">{words}</span>
    </p>
  )
}
