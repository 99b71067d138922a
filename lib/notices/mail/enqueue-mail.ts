import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { readSetting } from '../../settings/read-settings.ts'
import type { MailKind } from '../model/notice-topics.ts'
import { insertMails } from '../rows/mail-rows.ts'
import { mailMode } from './mail-settings.ts'
import { type MailContent, renderMail } from './render-mail.ts'

export type MailTo = {
  email: string
  userId?: string | undefined
  kind: MailKind
  content: (site: string) => MailContent
}

/** Mails leave within seconds of the commit; without mail, none. `content` gets the site's name. */
export async function enqueueMails(tx: Database | Tx, mails: readonly MailTo[]): Promise<void> {
  const mode = mailMode()
  if (mode === 'off' || mails.length === 0) return
  const site = await readSetting(tx, 'name')
  await insertMails(
    tx,
    mails.map(({ email, userId, kind, content: contentOf }) => {
      const content = contentOf(site)
      return {
        to: email,
        userId: userId ?? null,
        kind,
        ...renderMail(content),
        unsubscribeUrl: content.unsubscribeUrl ?? null,
        state: mode === 'smtp' ? ('waiting' as const) : ('outbox' as const),
      }
    }),
  )
}
