import { type Issue, issueText } from '#lib/errors.ts'
import { Alert } from '../ui/alert.tsx'

/** The promises a test run broke. The value is shown all the same; a published version would withhold it. */
export function WarningList({ warnings }: { warnings: Issue[] }) {
  return (
    <Alert variant="warning" title="The result breaks its contract">
      <p>This is a test run, so you see it anyway. Once published, the result would be withheld.</p>
      <ul className="list-disc pt-1 pl-5">
        {warnings.map((issue) => (
          <li key={`${issue.path} ${issue.message}`}>{issueText(issue)}</li>
        ))}
      </ul>
    </Alert>
  )
}
