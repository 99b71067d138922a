'use client'

import type { MailView } from '#lib/notices/mail/list-mails.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'

type MailListProps = { mails: MailView[]; retry: (id: string) => Promise<ActionResult<void>> }

const STATES = {
  waiting: { label: 'Waiting', variant: 'warning' },
  sending: { label: 'Sending', variant: 'info' },
  sent: { label: 'Sent', variant: 'success' },
  failed: { label: 'Failed', variant: 'destructive' },
  outbox: { label: 'Not sent', variant: 'info' },
} as const

export function MailList({ mails, retry }: MailListProps) {
  return (
    <CardList>
      {mails.map((mail) => (
        <MailLine key={mail.id} mail={mail} retry={retry} />
      ))}
    </CardList>
  )
}

function MailLine({ mail, retry }: { mail: MailView; retry: MailListProps['retry'] }) {
  const [pending, start] = useAction()
  const { label, variant } = STATES[mail.state]

  function sendAgain() {
    start(() => retry(mail.id))
  }

  return (
    <li className="grid gap-2 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-medium text-sm [overflow-wrap:anywhere]">{mail.subject}</h2>
          <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
            To {mail.to} · <Time at={mail.atMs} />
          </p>
        </div>
        <Badge variant={variant}>{label}</Badge>
      </div>
      {mail.problem && (
        <p className="text-destructive text-sm [overflow-wrap:anywhere]">
          {mail.problem}
          {mail.attempts > 1 && ` (${mail.attempts} attempts)`}
        </p>
      )}
      {mail.state === 'failed' && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          pending={pending}
          onClick={sendAgain}
        >
          Send again
        </Button>
      )}
      {mail.text !== null && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer rounded-sm text-muted-foreground hover:text-foreground">
            Show the text
          </summary>
          <MailText text={mail.text} />
        </details>
      )}
    </li>
  )
}

/** Shows the text of a mail, with its URLs as links. */
function MailText({ text }: { text: string }) {
  const pieces = text.split(/(https?:\/\/\S+)/)
  return (
    <p className="mt-2 whitespace-pre-line rounded-md bg-muted p-3 [overflow-wrap:anywhere]">
      {pieces.map((piece, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
          <a key={index} href={piece} className="underline underline-offset-4">
            {piece}
          </a>
        ) : (
          piece
        ),
      )}
    </p>
  )
}
