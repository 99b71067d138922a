import type { Database, Tx } from '../db/core/prisma-client.ts'
import { insertMails } from '../db/platform/mail-rows.ts'
import { mailMode } from './mail-settings.ts'
import { type MailContent, renderMail } from './render-mail.ts'

export type MailTo = { email: string; userId?: string | undefined; kind: string; content: MailContent }

/** Sent within seconds of the commit; nothing without mail. `content` may differ by person. */
export async function enqueueMails(tx: Database | Tx, mails: readonly MailTo[]): Promise<void> {
  const mode = mailMode()
  if (mode === 'off' || mails.length === 0) return
  await insertMails(
    tx,
    mails.map(({ email, userId, kind, content }) => ({
      to: email,
      userId: userId ?? null,
      kind,
      ...renderMail(content),
      unsubscribeUrl: content.unsubscribeUrl ?? null,
      state: mode === 'smtp' ? ('waiting' as const) : ('outbox' as const),
    })),
  )
}
