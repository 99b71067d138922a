'use client'

import { KeyRound, Send } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { TextareaField } from '../ui/forms/field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useAction } from '../ui/use-action.ts'
import { WebhookToken } from './webhook-token.tsx'

type WebhookSectionProps = {
  id: string
  /** The address without a token. */
  address: string
  canManage: boolean
  actions: {
    rotateToken: (id: string) => Promise<ActionResult<{ token: string }>>
    sendTest: (id: string, message: string) => Promise<ActionResult<void>>
  }
}

export function WebhookSection({ id, address, canManage, actions }: WebhookSectionProps) {
  const [token, setToken] = useState<string>()
  return (
    <section aria-labelledby="address" className="grid gap-3">
      <h2 id="address" className="font-semibold text-lg tracking-tight">
        Address
      </h2>
      <div className="flex items-start gap-2">
        <code className="min-w-0 flex-1 break-all rounded-md bg-muted px-3 py-1.5 text-sm leading-5">
          {address}
        </code>
        <CopyButton text={address} label="Copy address" />
      </div>
      <p className="text-muted-foreground text-sm">
        Send JSON with POST, with the token of this webhook or signed with its secret.{' '}
        <TextLink href={`${paths.docs}/automations#webhooks`}>Samples</TextLink>
      </p>
      {canManage && (
        <div className="flex flex-wrap gap-2">
          <TestMessage send={(message) => actions.sendTest(id, message)} />
          <ConfirmDialog
            title="Create a new token?"
            description={<p>The former token stops working at once. You see the new one only now.</p>}
            confirmLabel="Create token"
            onConfirm={() => actions.rotateToken(id)}
            onDone={(created) => setToken(created.token)}
          >
            <Button variant="outline" size="sm">
              <KeyRound aria-hidden /> New token
            </Button>
          </ConfirmDialog>
        </div>
      )}
      {token !== undefined && <WebhookToken address={address} token={token} />}
    </section>
  )
}

function TestMessage({ send }: { send: (message: string) => Promise<ActionResult<void>> }) {
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('{}')
  const [pending, run] = useAction()
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Send aria-hidden /> Send a test message
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent
          title="Send a test message"
          description="Starts one run, as a message to the address does."
        >
          <TextareaField label="Message, as JSON" isCode rows={6} value={message} onChange={setMessage} />
          <DialogFooter>
            <Button
              pending={pending}
              onClick={() => {
                run(
                  () => send(message),
                  () => setOpen(false),
                )
              }}
            >
              Send
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </>
  )
}
