import { Eye } from 'lucide-react'
import type { Hint } from '#lib/review/views.ts'

/** What is easy to miss, before everything else, each linked to where it stands. The publisher sees it too. */
export function ReviewHints({ hints, isOwn }: { hints: Hint[]; isOwn: boolean }) {
  if (hints.length === 0) return null
  return (
    <section
      aria-labelledby="look-first"
      className="grid gap-2 rounded-lg border border-warning/40 bg-card p-4 shadow-xs sm:p-5"
    >
      <h2 id="look-first" className="flex items-center gap-2 font-semibold">
        <Eye className="size-4 text-warning" aria-hidden />
        {isOwn ? 'What admins are pointed at' : 'Look here first'}
      </h2>
      <ul className="grid gap-1.5 text-sm">
        {hints.map(({ section, sentence }) => (
          <li key={`${section} ${sentence}`} className="[overflow-wrap:anywhere]">
            <a
              href={`#${section}`}
              className="underline decoration-border underline-offset-4 hover:decoration-current"
            >
              {sentence}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
