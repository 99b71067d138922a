import { Alert } from '../ui/alert.tsx'

/** What to know of the version that ran: deprecated, or a better one waits. Nothing when there is nothing. */
export function NoticeList({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null
  return (
    <Alert variant="warning">
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </Alert>
  )
}
