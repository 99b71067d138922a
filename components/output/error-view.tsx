import type { ReactNode } from 'react'
import { type ErrorCode, issueText, type PublicError, REFUSED_BY_SITE } from '#lib/kernel/errors.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { Alert } from '../ui/alert.tsx'
import { TextLink } from '../ui/text-link.tsx'

type ErrorViewProps = {
  error: PublicError
  detail?: RunView['errorDetail']
  remedy?: ReactNode
}

// These are no failures: the user has cancelled, or has to sign in.
const NEUTRAL_CODES = new Set<ErrorCode>(['CANCELLED', 'UNAUTHENTICATED'])

/** Nothing is broken: the message and its link say all, and the code would only frighten. */
const PLAIN_CODES = new Set<ErrorCode>(['PAYMENT_REQUIRED'])

/** Shows an error with its remedy and, to its publisher, where the code failed. */
export function ErrorView({ error, detail, remedy }: ErrorViewProps) {
  const { code, message, suggested_action: action, href, reference } = error
  const details = (error.details ?? []).filter((issue) => !message.includes(issue.message.replace(/\.$/, '')))
  return (
    <div className="grid gap-4">
      <Alert
        variant={NEUTRAL_CODES.has(code) ? 'info' : 'destructive'}
        role={code === 'CANCELLED' ? 'status' : 'alert'}
        title={message}
      >
        {action && <p>{action}</p>}
        {remedy && <div className="py-1.5">{remedy}</div>}
        {href && !remedy && (
          <TextLink href={href} className="font-medium">
            {opensSettings(error) ? 'Open settings' : 'Learn more'}
          </TextLink>
        )}
        {details.length > 0 && <IssueList issues={details} />}
        {!PLAIN_CODES.has(code) && (
          <p className="pt-1 text-muted-foreground text-xs">
            <code>{code}</code>
            {isSkillMessage(error) && ' · message from the skill'}
            {reference && ` · reference ${reference}`}
          </p>
        )}
      </Alert>
      {detail && <PublisherDetail detail={detail} />}
    </div>
  )
}

function opensSettings({ code, details = [] }: PublicError): boolean {
  return (
    code === 'PRECONDITION_FAILED' ||
    code === 'LIMIT_REACHED' ||
    details.some(({ keyword }) => keyword === 'integration')
  )
}

/** Tells whether the skill wrote the message; all others come from this site. */
function isSkillMessage({ code, details = [] }: PublicError): boolean {
  return (
    code === 'SKILL_ERROR' &&
    !details.some(({ keyword }) => keyword === 'limit' || keyword === REFUSED_BY_SITE)
  )
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
      <p className="text-muted-foreground text-xs">Only members of your organisation can see this.</p>
      {issues.length > 0 && <IssueList issues={issues} />}
      {stack && (
        <pre className="overflow-x-auto whitespace-pre-wrap rounded-md bg-muted p-3 font-mono text-xs [overflow-wrap:anywhere]">
          {stack}
        </pre>
      )}
    </div>
  )
}
