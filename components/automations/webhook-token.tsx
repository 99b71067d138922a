import { CodeBlock } from '../ui/code-block.tsx'
import { SecretShownOnce } from '../ui/dialogs/secret-dialogs.tsx'

/** The address of a webhook with its token, which cannot be shown again, and a call that uses it. */
export function WebhookToken({ address, token }: { address: string; token: string }) {
  return (
    <>
      <SecretShownOnce
        title="Copy the address now. You will not see its token again."
        label="Address with its token"
        text={`${address}?token=${token}`}
      >
        Enter it in the service that sends the messages. Whoever has it can start this automation.
      </SecretShownOnce>
      <CodeBlock
        label="curl"
        text={`curl "${address}" \\\n  -H "x-webhook-token: ${token}" \\\n  -H "Content-Type: application/json" -d '{}'`}
      />
    </>
  )
}
