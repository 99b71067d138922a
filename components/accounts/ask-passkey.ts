import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { attemptAction } from '../ui/use-action.ts'

type PasskeyActions = {
  begin: () => Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>>
  /** Checks the response of the passkey. May redirect. */
  finish: (response: unknown) => Promise<ActionResult<void>>
}

/** Asks the browser for a passkey. Returns why it failed; undefined once the server has accepted the passkey. */
export async function askPasskey({ begin, finish }: PasskeyActions): Promise<string | undefined> {
  const options = await attemptAction(begin)
  if (!options.ok) return options.error.message
  let response: unknown
  try {
    response = await startAuthentication({ optionsJSON: options.data })
  } catch (thrown) {
    if (isRefusal(thrown)) return 'No passkey was used. Try again, or use another way.'
    console.error(thrown)
    return 'The browser could not use a passkey. Try again, or use another way.'
  }
  const result = await attemptAction(() => finish(response))
  return result.ok ? undefined : result.error.message
}

/** Tells whether a passkey failed because the user closed the dialog or has none. */
export function isRefusal(thrown: unknown): boolean {
  const names = ['NotAllowedError', 'AbortError', 'SecurityError', 'InvalidStateError', 'WebAuthnError']
  return thrown instanceof Error && names.includes(thrown.name)
}
