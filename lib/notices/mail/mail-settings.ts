/** How mail is sent. The environment is read on each use, so that tests can change it. */

type MailEnvironment = Partial<
  Record<'SMTP_URL' | 'GUILDHALL_MAIL_FROM' | 'GUILDHALL_MAIL_OUTBOX' | 'NEXTAUTH_URL' | 'PORT', string>
>

/** 'outbox' shows mails to admins, in development. */
export type MailMode = 'smtp' | 'outbox' | 'off'

export function mailMode({ SMTP_URL, GUILDHALL_MAIL_OUTBOX }: MailEnvironment = process.env): MailMode {
  if (SMTP_URL) return 'smtp'
  return GUILDHALL_MAIL_OUTBOX === '1' ? 'outbox' : 'off'
}

export function canSendMail(): boolean {
  return mailMode() !== 'off'
}

/** Never uses the request's host: a forged one would lead the link's secret elsewhere. */
export function mailLinkOrigin({ NEXTAUTH_URL, PORT }: MailEnvironment = process.env): string {
  if (NEXTAUTH_URL && URL.canParse(NEXTAUTH_URL)) return new URL(NEXTAUTH_URL).origin
  return `http://localhost:${PORT || '3000'}`
}

/** GUILDHALL_MAIL_FROM, or the site's name with an address at its own host. */
export function senderAddress(
  siteName: string,
  { GUILDHALL_MAIL_FROM, ...env }: MailEnvironment = process.env,
): string {
  const name = /^[\w -]+$/.test(siteName) ? siteName : `"${siteName.replace(/["\\]/g, '')}"`
  return GUILDHALL_MAIL_FROM || `${name} <no-reply@${new URL(mailLinkOrigin(env)).hostname}>`
}
