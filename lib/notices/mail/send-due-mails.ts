/**
 * Sends mails by SMTP at most once: claimed first, and not repeated if the outcome is unknown. Any number of processes
 * may call it.
 */
import { createTransport } from 'nodemailer'
import type { Context } from '../../context/context.ts'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.ts'
import { readSetting } from '../../settings/read-settings.ts'
import {
  claimMail,
  deleteOldMails,
  failInterrupted,
  failStale,
  hasDueMail,
  type MailRow,
  postponeDue,
  recordOutcome,
} from '../rows/mail-rows.ts'
import { mailLinkOrigin, mailMode, senderAddress } from './mail-settings.ts'

const MAX_PER_ROUND = 100
/** Longer than any attempt takes, so that a mail being sent is not taken for one whose sender died. */
const INTERRUPTED_AFTER_MS = 10 * MINUTE_MS
const STALE_AFTER_MS = 2 * DAY_MS
export const MAIL_DAYS = 30
const STORED_MS = MAIL_DAYS * DAY_MS
/** Delays after temporary refusals. */
const RETRY_AFTER_MINUTES = [1, 5, 30, 120, 480]

/** Deletes mails older than 30 days, except those that are still to be sent. */
export function sweepOldMails({ db }: Pick<Context, 'db'>): Promise<void> {
  return deleteOldMails(db, new Date(Date.now() - STORED_MS))
}

/** Begins no further mail if `ending` is aborted. Does nothing while no mail server is configured. */
export async function sendDueMails({ db }: Pick<Context, 'db'>, ending?: AbortSignal): Promise<void> {
  if (mailMode() !== 'smtp') return
  const now = new Date()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await failInterrupted(
    db,
    before(INTERRUPTED_AFTER_MS),
    'The site stopped while sending it. It may have arrived.',
  )
  await failStale(db, before(STALE_AFTER_MS), 'The mail server could not be reached for two days.')
  if (!(await hasDueMail(db, now))) return
  const transport = openTransport()
  try {
    await transport.verify()
  } catch (thrown) {
    const dueAt = new Date(now.getTime() + MINUTE_MS)
    await postponeDue(db, { now, dueAt, problem: describeProblem(thrown) })
    return
  }
  for (let count = 0; count < MAX_PER_ROUND && !ending?.aborted; count++) {
    const mail = await claimMail(db, new Date())
    if (!mail) break
    await attempt(db, transport, mail)
  }
}

function openTransport() {
  return createTransport({
    url: process.env.SMTP_URL,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: MINUTE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function attempt(
  db: Context['db'],
  transport: ReturnType<typeof openTransport>,
  mail: MailRow,
): Promise<void> {
  const from = senderAddress(await readSetting(db, 'name'))
  try {
    await transport.sendMail({ from, ...buildMessage(mail) })
  } catch (thrown) {
    return recordFailure(db, mail, thrown)
  }
  await recordOutcome(db, mail.id, { state: 'sent', at: new Date() })
}

/** RFC 5321 §4.2.1: 4xx is temporary, 5xx permanent. Without a response it may have been accepted. */
async function recordFailure(db: Context['db'], { id, attempts }: MailRow, thrown: unknown): Promise<void> {
  const { responseCode } = thrown as { responseCode?: number }
  const problem = describeProblem(thrown)
  const minutes = RETRY_AFTER_MINUTES[attempts - 1]
  if (responseCode === undefined)
    return recordOutcome(db, id, { state: 'failed', problem: `${problem}. It may have arrived.` })
  if (responseCode >= 500 || minutes === undefined) return recordOutcome(db, id, { state: 'failed', problem })
  const dueAt = new Date(Date.now() + minutes * MINUTE_MS)
  await recordOutcome(db, id, { state: 'waiting', problem, dueAt })
}

function buildMessage({ id, to, subject, text, html, unsubscribeUrl }: MailRow) {
  return {
    // As text, an address could name further recipients.
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Mail programs recognise duplicates by it.
    messageId: `<${id}@${new URL(mailLinkOrigin()).hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // One-click unsubscribe (RFC 8058).
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

function describeProblem(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message.slice(0, 500) : 'Unknown failure'
}
