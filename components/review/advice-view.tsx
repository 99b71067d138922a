import { ChevronRight } from 'lucide-react'
import { paths } from '#lib/contract/market/paths.ts'
import type { AdviceView as SkillAdvice } from '#lib/review/views.ts'
import { Link } from '../ui/link.tsx'
import { count } from './words.ts'

/** What lint says, folded: a reviewer may pass it on, nobody has to follow it. */
export function AdviceView({ advice }: { advice: SkillAdvice[] }) {
  const total = advice.reduce((sum, { findings }) => sum + findings.length, 0)
  if (total === 0) {
    return <p className="text-muted-foreground text-sm">Nothing: its contracts follow all advice.</p>
  }
  return (
    <details className="group rounded-lg border border-border bg-card shadow-xs">
      <summary className="flex list-none items-center gap-2 px-4 py-2.5 text-sm">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        {count(total, 'piece')} of advice on {count(advice.length, 'skill')}
      </summary>
      <div className="grid gap-5 border-border border-t p-4 text-sm">
        {advice.map(({ skillSlug, skillName, findings }) => (
          <div key={skillSlug} className="grid gap-2">
            <h3 className="font-medium">{skillName}</h3>
            <ul className="grid gap-2.5">
              {findings.map(({ rule, pointer, sentence, why }) => (
                <li key={`${rule} ${pointer}`} className="[overflow-wrap:anywhere]">
                  <p>{sentence}</p>
                  <p className="text-muted-foreground">{why}</p>
                  <p className="text-muted-foreground text-xs">
                    <Link href={`${paths.docsLint}#${rule}`} className="underline underline-offset-4">
                      {rule}
                    </Link>{' '}
                    <code>{pointer}</code>
                  </p>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </details>
  )
}
