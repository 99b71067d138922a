import { Star } from 'lucide-react'
import { cn } from '../ui/cn.ts'

/** 1 to 5 as stars; the words beside them, or these, say the same. */
export function Points({ of, label }: { of: number; label?: string }) {
  return (
    <span
      className="inline-flex gap-0.5"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {[1, 2, 3, 4, 5].map((each) => (
        <Star
          key={each}
          aria-hidden
          className={cn('size-3.5', each <= Math.round(of) ? 'fill-current text-warning' : 'text-border')}
        />
      ))}
    </span>
  )
}
