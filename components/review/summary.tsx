/** The submission in six facts, each linked to where it is shown in full. */
import type { ReactNode } from 'react'
import { BUMPS, bumpedAtLeast } from '#lib/contract/version/version-number.ts'
import type { SubmissionPage } from '#lib/review/views.ts'
import { BUMP_WORDS, count, linesText } from './words.ts'

export function Summary({ page }: { page: SubmissionPage }) {
  const { baseNumber, place, checklist, examples } = page
  const green = checklist.filter(({ ok }) => ok).length
  const passed = examples.filter(({ run }) => run?.state === 'succeeded' && run.warnings.length === 0).length
  const unseen = examples.filter(({ run }) => !run).length
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-lg border border-border bg-card p-4 shadow-xs sm:gap-x-8 sm:p-5 lg:grid-cols-3">
      <Fact term="Compared with">
        {baseNumber ? `${baseNumber}, the last approved version` : 'Nothing: no version was approved before'}
      </Fact>
      <Fact term="Number">
        <NumberFact page={page} />
      </Fact>
      <Fact term="To read" href="#code">
        {baseNumber && `${count(page.size.changes, 'change')}, `}
        {linesText(page.size)}
        {page.size.breaking > 0 && <Alarm>{count(page.size.breaking, 'breaking change')}</Alarm>}
      </Fact>
      <Fact term="Checklist" href="#checklist">
        {green === checklist.length ? (
          `All ${green} green`
        ) : (
          <Alarm>{`${green} of ${checklist.length} green`}</Alarm>
        )}
      </Fact>
      <Fact term="Examples" href="#examples">
        {passed} of {examples.length} passed in the sandbox
        {unseen > 0 && <Alarm>{`${unseen} not run`}</Alarm>}
      </Fact>
      <Fact term="Queue">{place ? `Place ${place.position} of ${place.of}` : 'No longer waiting'}</Fact>
    </dl>
  )
}

function Fact({ term, href, children }: { term: string; href?: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted-foreground text-xs">
        {href ? (
          <a href={href} className="underline decoration-border underline-offset-4 hover:text-foreground">
            {term}
          </a>
        ) : (
          term
        )}
      </dt>
      <dd className="text-sm tabular-nums">{children}</dd>
    </div>
  )
}

function Alarm({ children }: { children: ReactNode }) {
  return <span className="block font-medium text-destructive">{children}</span>
}

/** What the changes demand of the number, beside what was chosen. */
function NumberFact({ page: { demanded, version } }: { page: SubmissionPage }) {
  const { latest, bump } = demanded
  if (!latest) return <>{version.number}, the first version</>
  const chosen = BUMPS.findLast((each) => bumpedAtLeast(latest, version.number, each)) ?? 'none'
  return (
    <>
      {latest} → {version.number}, {BUMP_WORDS[chosen]}
      <span className="block text-muted-foreground">the changes demand {BUMP_WORDS[bump]}</span>
    </>
  )
}
