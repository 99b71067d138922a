import { MailX } from 'lucide-react'
import type { Metadata } from 'next'
import { MailList } from '#components/admin/mail-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { MoreLink } from '#components/ui/link-rows.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { CursorField } from '#lib/kernel/validation/text-fields.ts'
import { listMails } from '#lib/notices/mail/list-mails.ts'
import type { MailMode } from '#lib/notices/mail/mail-settings.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { retryMail } from './actions.ts'

export const metadata: Metadata = { title: 'Mail' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** What happens to mail, by how the site is set up. */
const MODE_DESCRIPTIONS: Record<MailMode, (from: string) => string> = {
  smtp: (from) => `Sent as ${from}. Deleted after 30 days.`,
  outbox: () =>
    'This site runs in development, so emails are shown here instead of being sent. Set SMTP_URL to send them.',
  off: () => 'This site sends no mail. Set SMTP_URL to send notifications and password resets by email.',
}

export default async function MailPage({ searchParams }: Props) {
  const after = CursorField.parse(toSearchParams(await searchParams).get('after') ?? undefined)
  const { mode, from, mails, nextCursor } = await orNotFound(listMails(await contextFromCookie(), after))
  return (
    <Page width="reading" title="Mail" description="Emails from this site, newest first.">
      <Alert variant={mode === 'off' ? 'warning' : 'info'}>{MODE_DESCRIPTIONS[mode](from)}</Alert>
      {mails.length > 0 ? (
        <MailList mails={mails} retry={retryMail} />
      ) : (
        <EmptyState icon={MailX} title="No mail yet">
          Password resets, address confirmations and notifications appear here.
        </EmptyState>
      )}
      {nextCursor && (
        <MoreLink href={`${paths.mail}?${new URLSearchParams({ after: nextCursor })}`}>Older mails</MoreLink>
      )}
    </Page>
  )
}
