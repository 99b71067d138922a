import type { ReactNode } from 'react'
import { type ErrorCode, issueText, type PublicError } from '#lib/errors.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import { Alert } from '../ui/alert.tsx'
import { Link } from '../ui/link.tsx'

type ErrorViewProps = {
  error: PublicError
  detail?: RunView['errorDetail']
  /** What to do about it, in place of the error's own link. */
  remedy?: ReactNode
}

// Nothing is wrong: somebody wanted it so, or only has to sign in.
const CALM = new Set<ErrorCode>(['CANCELLED', 'UNAUTHENTICATED'])

/** Why there is no result, what to do about it, and, for the publisher's own people, where it broke. */
export function ErrorView({ error, detail, remedy }: ErrorViewProps) {
  const { code, message, suggested_action: action, details = [], href, reference } = error
  return (
    <div className="grid gap-4">
      <Alert
        variant={CALM.has(code) ? 'info' : 'destructive'}
        role={code === 'CANCELLED' ? 'status' : 'alert'}
        title={message}
      >
        {action && <p>{action}</p>}
        {remedy && <div className="py-1.5">{remedy}</div>}
        {href && !remedy && (
          <Link href={href} className="font-medium underline underline-offset-4">
            {code === 'PRECONDITION_FAILED' ? 'Set it up' : 'See more'}
          </Link>
        )}
        {details.length > 0 && <IssueList issues={details} />}
        <p className="pt-1 text-muted-foreground text-xs">
          <code>{code}</code>
          {isInSkillsWords(error) && ' · in the skill’s own words'}
          {reference && ` · reference ${reference}`}
        </p>
      </Alert>
      {detail && <PublisherDetail detail={detail} />}
    </div>
  )
}

/** Whatever a handler throws is shown, so that it is said who speaks; a limit of the box is our sentence. */
function isInSkillsWords({ code, details = [] }: PublicError): boolean {
  return code === 'SKILL_ERROR' && !details.some(({ keyword }) => keyword === 'limit')
}

function IssueList({ issues }: { issues: NonNullable<PublicError['details']> }) {
  return (
    <ul className="list-disc pl-5">
      {issues.map((issue) => (
        <li key={`${issue.path} ${issue.message}`}>{issueText(issue)}</li>
      ))}
    </ul>
  )
}

function PublisherDetail({
  detail: { issues = [], stack },
}: {
  detail: NonNullable<RunView['errorDetail']>
}) {
  if (issues.length === 0 && !stack) return null
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-muted-foreground text-xs">Only you and your colleagues see this part.</p>
      {issues.length > 0 && <IssueList issues={issues} />}
      {stack && (
        <pre className="overflow-x-auto whitespace-pre-wrap rounded-md bg-muted p-3 font-mono text-xs [overflow-wrap:anywhere]">
          {stack}
        </pre>
      )}
    </div>
  )
}
