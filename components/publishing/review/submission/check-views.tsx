import { ChevronRight, CircleCheck, CircleX, Eye } from 'lucide-react'
import type { ChecklistLine } from '#lib/contracts/checks/checklist.ts'
import { issueText } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { FindingView } from '#lib/publishing/review/finding-views.ts'
import type { Hint, AdviceView as SkillAdvice } from '#lib/publishing/review/review-views.ts'
import { CardList } from '../../../ui/link-rows.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { QuoteButton, type QuoteFinding } from '../findings/quote-button.tsx'

export function ChecklistView({ lines }: { lines: ChecklistLine[] }) {
  return (
    <CardList>
      {lines.map(({ id, title, ok, issues, advice = [], additions = [] }) => (
        <li key={id} className="flex gap-3 px-4 py-2.5 text-sm">
          {ok ? (
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-label="passed" />
          ) : (
            <CircleX className="mt-0.5 size-4 shrink-0 text-destructive" aria-label="failed" />
          )}
          <div className="grid min-w-0 gap-1">
            <p>{title}</p>
            {[...advice, ...additions.map(({ sentence }) => sentence)].map((sentence) => (
              <p key={sentence} className="text-pretty text-warning">
                {sentence}
              </p>
            ))}
            {issues.map((issue) => (
              <p key={issueText(issue)} className="text-muted-foreground [overflow-wrap:anywhere]">
                {issueText(issue)}
              </p>
            ))}
          </div>
        </li>
      ))}
    </CardList>
  )
}

/** How a reviewer quotes findings of the site in the decision; undefined for everyone else. */
export type Quoting = { quote: QuoteFinding; quoted: readonly FindingView[] } | undefined

function QuoteIt({ quoting, rule, sentence }: { quoting: Quoting; rule: string; sentence: string }) {
  if (!quoting) return null
  const isQuoted = quoting.quoted.some((each) => each.rule === rule && each.evidence === sentence)
  return <QuoteButton rule={rule} sentence={sentence} isQuoted={isQuoted} quote={quoting.quote} />
}

export function ContractAdvice({ advice, quoting }: { advice: SkillAdvice[]; quoting: Quoting }) {
  const total = advice.reduce((sum, { findings }) => sum + findings.length, 0)
  if (total === 0) {
    return <p className="text-muted-foreground text-sm">None. All contracts follow the advice.</p>
  }
  return (
    <details className="group rounded-lg border border-border bg-card shadow-xs">
      <summary className="flex list-none items-center gap-2 px-4 py-2.5 text-sm">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        {plural(total, 'piece')} of advice on {plural(advice.length, 'skill')}
      </summary>
      <div className="grid gap-5 border-border border-t p-4 text-sm">
        {advice.map(({ skillSlug, skillName, findings }) => (
          <div key={skillSlug} className="grid gap-2">
            <h3 className="font-medium">{skillName}</h3>
            <ul className="grid gap-2.5">
              {findings.map(({ rule, pointer, sentence, reason }) => (
                <li key={`${rule} ${pointer}`} className="[overflow-wrap:anywhere]">
                  <p>{sentence}</p>
                  <p className="text-muted-foreground">{reason}</p>
                  <p className="text-muted-foreground text-xs">
                    <TextLink href={`${paths.docsLint}#${rule}`}>{rule}</TextLink> <code>{pointer}</code>{' '}
                    <QuoteIt quoting={quoting} rule={rule} sentence={sentence} />
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

type ReviewHintsProps = { hints: Hint[]; isOwn: boolean; quoting: Quoting }

export function ReviewHints({ hints, isOwn, quoting }: ReviewHintsProps) {
  if (hints.length === 0) return null
  return (
    <section
      aria-labelledby="look-first"
      className="grid gap-2 rounded-lg border border-warning/40 bg-card p-4 shadow-xs sm:p-5"
    >
      <h2 id="look-first" className="flex items-center gap-2 font-semibold">
        <Eye className="size-4 text-warning" aria-hidden />
        {isOwn ? 'Highlighted for reviewers' : 'Check these first'}
      </h2>
      <ul className="grid gap-1.5 text-sm">
        {hints.map(({ rule, section, sentence }) => (
          <li key={`${section} ${sentence}`} className="[overflow-wrap:anywhere]">
            <a
              href={`#${section}`}
              className="underline decoration-border underline-offset-4 hover:decoration-current"
            >
              {sentence}
            </a>{' '}
            <TextLink href={`${paths.docsReviewRules}#${rule}`} className="text-muted-foreground text-xs">
              {rule}
            </TextLink>{' '}
            <QuoteIt quoting={quoting} rule={rule} sentence={sentence} />
          </li>
        ))}
      </ul>
    </section>
  )
}
