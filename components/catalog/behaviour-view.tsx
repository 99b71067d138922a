import type { ShownBehaviour } from '#lib/behaviour/model/shown-behaviour.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { Alert } from '../ui/alert.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** Says why a version does not run, if it did something for the first time. */
export function PausedNotice({ number, isPaused }: { number: string; isPaused: boolean }) {
  if (!isPaused) return null
  return (
    <Alert variant="warning" title={`Version ${number} is paused`}>
      This version did something that it had never done before. No new run starts until an admin has looked at
      it.
    </Alert>
  )
}

/** What a version was seen to do, beside what it declares. */
export function BehaviourTab({
  behaviour,
  children,
}: {
  behaviour: ShownBehaviour
  children?: React.ReactNode
}) {
  const { wasObserved, rows, unused } = behaviour
  return (
    <div className="grid grid-cols-1 gap-8">
      <section className="grid gap-3">
        <h3 className="font-medium text-sm">What this version was seen to do</h3>
        <p className="max-w-2xl text-pretty text-muted-foreground text-sm">
          Observed where requests leave the sandbox, in its examples and in runs of at least three
          organisations. Nothing tells who ran it, or with what.{' '}
          <TextLink href={`${paths.docsTrust}#behaviour`}>What is measured</TextLink>
        </p>
        {rows.length > 0 ? (
          <ul className="grid gap-2 text-sm">
            {rows.map(({ sentence, inExamples, inProduction }) => (
              <li key={sentence} className="[overflow-wrap:anywhere]">
                {sentence}{' '}
                <span className="text-muted-foreground text-xs">
                  {describeSource(inExamples, inProduction)}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-sm">
            {wasObserved
              ? 'Nothing outside of its sandbox: it only uses its input.'
              : 'Nothing yet: this version has not been observed.'}
          </p>
        )}
      </section>
      {children}
      {unused.length > 0 && (
        <section className="grid gap-3">
          <h3 className="font-medium text-sm">Declared, but not seen in use</h3>
          <ul className="grid gap-2 text-muted-foreground text-sm">
            {unused.map((sentence) => (
              <li key={sentence} className="[overflow-wrap:anywhere]">
                {sentence}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function describeSource(inExamples: boolean, inProduction: boolean): string {
  if (inExamples && inProduction) return 'in its examples and for its users'
  return inExamples ? 'in its examples' : 'for its users, not in its examples'
}
