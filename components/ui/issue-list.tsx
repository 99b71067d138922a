import { issueText, type PublicError } from '#lib/kernel/errors.ts'

export function IssueList({ error }: { error: PublicError }) {
  const lines = error.details?.length ? error.details.map(issueText) : [error.message]
  return (
    <ul role="alert" className="grid list-disc gap-1 pl-5 text-destructive text-sm [overflow-wrap:anywhere]">
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
