/** A real SMTP server on loopback. The site sends to it until it is closed. */
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type ReceivedMail = { to: string[]; source: string }

export type MailServer = {
  received: ReceivedMail[]
  /** The responses to the next messages ("451 …", "550 …"); the server accepts the others. */
  refusals: string[]
  close: () => Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusals: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, answer) {
      const source = await text(stream)
      const refusal = refusals.shift()
      if (refusal)
        return answer(Object.assign(new Error(refusal), { responseCode: Number(refusal.slice(0, 3)) }))
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source })
      answer()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  process.env.SMTP_URL = `smtp://127.0.0.1:${port}`
  return {
    received,
    refusals,
    close: () => {
      delete process.env.SMTP_URL
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
